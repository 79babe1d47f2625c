/* eslint-env browser */

/** Number of slider steps for values that are not whole numbers. */
const STEPS = 1_000;
/** How far the sliders extend beyond the automatic contrast, relative to its width. */
const REACH = 2;

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function contrastSlider(name, label) {
  const slider = element('input', { type: 'range' });
  slider.setAttribute('aria-label', `${label} of ${name}`);
  return slider;
}

/**
 * Adds the controls of a channel: visibility, color and contrast. The contrast is automatic for each section until it is
 * changed, or kept across sections while `lock` is checked.
 */
export function addChannelControls(parent, lock, { num, name, colour }, layers) {
  const row = element('div', { className: 'channel' });
  const head = element('div', { className: 'head' });
  const box = element('input', { type: 'checkbox', id: `channel-${num}`, checked: true });
  const label = element('label', { htmlFor: box.id, textContent: name });
  const picker = element('input', { type: 'color', value: colour });
  picker.setAttribute('aria-label', `Color of ${name}`);
  const auto = element('button', { type: 'button', textContent: 'Auto' });
  auto.setAttribute('aria-label', `Automatic contrast of ${name}`);
  const black = contrastSlider(name, 'Black');
  const white = contrastSlider(name, 'White');
  const values = element('div', { className: 'values' });
  head.append(box, picker, label, auto);
  row.append(head, black, white, values);
  parent.append(row);

  let image;
  let contrast;
  const draw = () => {
    const isAdjustable = image?.format === 'png';
    for (const control of [black, white, auto, values]) control.hidden = !isAdjustable;
    if (!isAdjustable) return;
    const shown = contrast ?? image;
    const width = image.white - image.black;
    const isWhole = [image.offset, image.scale].every(Number.isInteger);
    const low = Math.min(Math.max(image.lowest, image.black - REACH * width), shown.black);
    const high = Math.max(Math.min(image.highest, image.white + REACH * width), shown.white);
    for (const slider of [black, white]) {
      Object.assign(slider, { min: low, max: high, step: isWhole ? 1 : (high - low) / STEPS || 1 });
    }
    black.value = shown.black;
    white.value = shown.white;
    auto.setAttribute('aria-pressed', String(contrast === undefined));
    values.textContent = `${Number(shown.black.toPrecision(5))} – ${Number(shown.white.toPrecision(5))}`;
  };
  const setContrast = (next) => {
    contrast = next;
    layers.change(num, { contrast });
    draw();
  };
  box.addEventListener('change', () => layers.change(num, { visible: box.checked }));
  picker.addEventListener('input', () => layers.change(num, { color: picker.value }));
  auto.addEventListener('click', () => setContrast(lock.checked && image ? pick(image) : undefined));
  black.addEventListener('input', () => {
    const from = Math.min(black.valueAsNumber, white.valueAsNumber);
    setContrast({ black: from, white: white.valueAsNumber });
  });
  white.addEventListener('input', () => {
    const to = Math.max(black.valueAsNumber, white.valueAsNumber);
    setContrast({ black: black.valueAsNumber, white: to });
  });
  lock.addEventListener('change', () => {
    if (lock.checked && image !== undefined) setContrast(contrast ?? pick(image));
  });
  layers.change(num, { color: colour });

  return {
    num,
    /** Shows the channel's image in another section; undefined if it has none. */
    showImage(next) {
      image = next;
      row.classList.toggle('missing', image === undefined);
      row.title = image === undefined ? 'This section has no image of the channel' : '';
      if (!lock.checked && contrast !== undefined) setContrast(undefined);
      else if (lock.checked && contrast === undefined && image !== undefined) setContrast(pick(image));
      else draw();
    },
  };
}

function pick({ black, white }) {
  return { black, white };
}
