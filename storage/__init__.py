"""What the house keeps: tables, repositories, search index, blobs, audit chain, deliveries."""
