import { numberFormatter } from '@data-manager/lib/formatNumber';
import { parseNumber } from '@data-manager/lib/parseNumber';

/** Number of slider steps for values that are not whole numbers. */
const STEPS = 1_000;
/** How far the sliders extend beyond the automatic contrast, relative to its width. */
const REACH = 2;
const WHITE = '#ffffff';

const formatValue = numberFormatter({ maximumSignificantDigits: 5, useGrouping: false });

function element(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/**
 * A slider and a field for the same value. `onChange` receives the value. The field takes numbers as the user writes them. A text
 * that is refused stays, with the reason, until Escape restores the value.
 */
function contrastInput(edge, name, onChange) {
  const slider = element('input', { type: 'range' });
  slider.setAttribute('aria-label', `${edge} of ${name}`);
  const field = element('input', { className: 'value', inputMode: 'decimal', autocomplete: 'off' });
  field.setAttribute('aria-label', `${edge} value of ${name}`);
  const reason = element('p', { className: 'refused', role: 'status' });
  let text = '';
  const restore = () => {
    field.value = text;
    field.ariaInvalid = null;
    reason.textContent = '';
  };
  const commit = () => {
    const value = parseNumber(field.value);
    if (field.value.trim() === '' || field.value === text) restore();
    else if (value === undefined) {
      field.ariaInvalid = 'true';
      reason.textContent = `“${field.value}” is not a number`;
    } else {
      restore();
      onChange(value);
    }
  };
  const label = element('span', { textContent: edge, ariaHidden: 'true' });
  slider.addEventListener('input', () => onChange(slider.valueAsNumber));
  field.addEventListener('change', commit);
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') commit();
    if (key === 'Escape') restore();
  });
  const row = element('div', { className: 'contrast' });
  row.append(label, slider, field, reason);
  return {
    row,
    show(value, range) {
      Object.assign(slider, range);
      slider.value = value;
      text = formatValue(value);
      restore();
    },
  };
}

/**
 * Adds the controls of a channel: visibility, color and contrast. The contrast is automatic for each section until it is
 * changed, or kept across sections while `lock` is checked.
 */
export function addChannelControls(parent, lock, { num, name, colour }, layers) {
  const row = element('div', { className: 'channel' });
  const head = element('div', { className: 'head' });
  const box = element('input', { type: 'checkbox', id: `channel-${num}`, checked: true });
  const label = element('label', { htmlFor: box.id, textContent: name, translate: false });
  const picker = element('input', { type: 'color', value: colour });
  picker.setAttribute('aria-label', `${name} colour`);
  const auto = element('button', { type: 'button', textContent: 'Auto' });
  auto.setAttribute('aria-label', `Automatic contrast of ${name}`);

  let image;
  let contrast;
  let chosenColour;
  const shown = () => contrast ?? image;
  const setContrast = (next) => {
    contrast = next;
    layers.change(num, { contrast });
    draw();
  };
  const black = contrastInput('Black', name, (value) =>
    setContrast({ black: Math.min(value, shown().white), white: shown().white }),
  );
  const white = contrastInput('White', name, (value) =>
    setContrast({ black: shown().black, white: Math.max(value, shown().black) }),
  );
  head.append(box, picker, label, auto);
  row.append(head, black.row, white.row);
  parent.append(row);

  const draw = () => {
    // Color images keep their own colors, as in the app's preview.
    picker.value = chosenColour ?? (image?.format === 'jpeg' ? WHITE : colour);
    const isAdjustable = image?.format === 'png';
    for (const control of [black.row, white.row, auto]) control.hidden = !isAdjustable;
    if (!isAdjustable) return;
    const now = shown();
    const width = image.white - image.black;
    const isInteger = [image.offset, image.scale].every(Number.isInteger);
    const min = Math.min(Math.max(image.lowest, image.black - REACH * width), now.black);
    const max = Math.max(Math.min(image.highest, image.white + REACH * width), now.white);
    const range = { min, max, step: isInteger ? 1 : (max - min) / STEPS || 1 };
    black.show(now.black, range);
    white.show(now.white, range);
    auto.setAttribute('aria-pressed', String(now.black === image.black && now.white === image.white));
  };
  const setVisible = (visible) => {
    box.checked = visible;
    layers.change(num, { visible });
  };
  const setColour = (next) => {
    chosenColour = next;
    layers.change(num, { color: chosenColour });
    draw();
  };
  box.addEventListener('change', () => setVisible(box.checked));
  picker.addEventListener('input', () => setColour(picker.value));
  auto.addEventListener('click', () => setContrast(lock.checked && image ? pick(image) : undefined));
  lock.addEventListener('change', () => {
    if (lock.checked && image !== undefined) setContrast(contrast ?? pick(image));
  });

  return {
    num,
    /** Shows or hides the channel. */
    toggle() {
      box.click();
    },
    /** The visibility and the color that the user has chosen. */
    state: () => ({ visible: box.checked, colour: chosenColour }),
    /** Applies the visibility and the color of a URL. */
    follow({ off, colours }) {
      setVisible(!off.has(num));
      setColour(colours.get(num));
    },
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
