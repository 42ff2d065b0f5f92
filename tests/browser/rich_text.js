// Draws Block Kit's rich_text where the Slack server's page does not: it shows "[rich_text]" in its
// place. The block is read from the page's own component, so what is drawn is what was posted.
// Only text nodes are made, as in Slack: nothing in a text can become markup.

function drawRichText() {
  const styles = `
    .phone .sidebar, .phone .main, .phone .topbar { display: none !important; }
    .phone .thread-pane { width: 100vw !important; }
    .rt { font-size: 15px; line-height: 1.46; color: #1d1c1d; margin: 0 0 8px; max-width: 700px; }
    .rt-section { white-space: pre-wrap; overflow-wrap: anywhere; }
    .rt-quote { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 4px solid #ddd;
      padding: 0 0 0 12px; margin: 4px 0; }
    .rt-pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 12px monospace; padding: 8px;
      background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; margin: 4px 0; }
    .rt ul, .rt ol { margin: 0; padding-left: 28px; }
    .rt li { white-space: pre-wrap; overflow-wrap: anywhere; }
    .rt code { font: 12px monospace; color: #e01e5a; background: #f8f8f8; border: 1px solid #ddd;
      border-radius: 3px; padding: 2px 3px 1px; }`;

  const make = (tag, className, children) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...children);
    return node;
  };

  const inline = (element) => {
    if (element.type === 'user') return make('b', '', [`@${element.user_id}`]);
    if (element.type === 'date') return document.createTextNode(element.fallback);
    if (element.type === 'link') {
      const link = make('a', '', [element.text || element.url]);
      link.href = element.url;
      return link;
    }
    if (element.type !== 'text') return document.createTextNode(`[${element.type}]`);
    const { bold, italic, code } = element.style || {};
    let node = document.createTextNode(element.text);
    if (bold) node = make('b', '', [node]);
    if (italic) node = make('i', '', [node]);
    if (code) node = make('code', '', [node]);
    return node;
  };

  const group = (element) => {
    const inside = () => element.elements.map(inline);
    switch (element.type) {
      case 'rich_text_section': return make('div', 'rt-section', inside());
      case 'rich_text_quote': return make('div', 'rt-quote', inside());
      case 'rich_text_preformatted': return make('div', 'rt-pre', inside());
      case 'rich_text_list': {
        const items = element.elements.map((item) => make('li', '', item.elements.map(inline)));
        const list = make(element.style === 'ordered' ? 'ol' : 'ul', '', items);
        if (element.offset) list.start = element.offset + 1;
        return list;
      }
      default: return document.createTextNode(`[${element.type}]`);
    }
  };

  const blockOf = (node) => {
    const key = Object.keys(node).find((name) => name.startsWith('__reactFiber$'));
    for (let fiber = node[key]; fiber; fiber = fiber.return) {
      if (fiber.memoizedProps && fiber.memoizedProps.block) return fiber.memoizedProps.block;
    }
    return null;
  };

  const draw = () => {
    for (const drawn of document.querySelectorAll('.rt')) {
      const before = drawn.previousElementSibling;
      if (!before || !before.classList.contains('bk-unknown')) drawn.remove();
    }
    for (const node of document.querySelectorAll('.bk-unknown')) {
      const block = blockOf(node);
      if (!block || block.type !== 'rich_text') continue;
      const shown = JSON.stringify(block);
      const before = node.nextElementSibling;
      if (before && before.dataset.shown === shown) continue;
      if (before && before.classList.contains('rt')) before.remove();
      const drawn = make('div', 'rt', block.elements.map(group));
      drawn.dataset.shown = shown;
      node.style.display = 'none';
      node.after(drawn);
    }
  };

  document.addEventListener('DOMContentLoaded', () => {
    document.head.append(make('style', '', [styles]));
    new MutationObserver(draw).observe(document.body,
      { childList: true, subtree: true, characterData: true });
  });
}

module.exports = { drawRichText };
