/* eslint-env browser */
import { createChannelLayers, firstColour } from './channelLayers.mjs';

/** A section that the slider only passes is not loaded. */
const SETTLED_AFTER_MS = 100;

const byId = (id) => document.getElementById(id);

function tell(words) {
  byId('notice').textContent = words;
  byId('notice').hidden = words === '';
}

async function fetchManifest() {
  const response = await fetch('manifest.json', { cache: 'no-store' });
  const body = await response.json();
  if (!response.ok) throw new Error(body.msg);
  return body;
}

/** `Section 17`, with the layer where the sections have several. */
function nameOf({ section, layer }, hasLayers) {
  return hasLayers ? `Section ${section}, layer ${layer}` : `Section ${section}`;
}

function addChannelControls({ num, name }, colour, layers) {
  const row = document.createElement('div');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id: `channel-${num}`, checked: true });
  const label = Object.assign(document.createElement('label'), { htmlFor: box.id, textContent: name });
  const picker = Object.assign(document.createElement('input'), { type: 'color', value: colour });
  picker.setAttribute('aria-label', `Colour of ${name}`);
  box.addEventListener('change', () => layers.setVisible(num, box.checked));
  picker.addEventListener('input', () => layers.setColour(num, picker.value));
  row.append(box, label, picker);
  byId('channels').append(row);
  layers.setColour(num, colour);
}

function showSections(slices, layers) {
  const slider = byId('section');
  const hasLayers = slices.some(({ layer }) => layer !== slices[0].layer);
  slider.max = String(slices.length - 1);
  let settling;
  const show = () => {
    const index = Number(slider.value);
    const slice = slices[index];
    const name = nameOf(slice, hasLayers);
    slider.setAttribute('aria-valuetext', name);
    byId('place').textContent = `${name} (${index + 1} of ${slices.length})`;
    byId('previous').disabled = index === 0;
    byId('next').disabled = index === slices.length - 1;
    for (const box of byId('channels').querySelectorAll('input[type=checkbox]')) {
      const isThere = slice.images.some(({ channel }) => box.id === `channel-${channel}`);
      box.parentElement.classList.toggle('missing', !isThere);
      box.parentElement.title = isThere ? '' : 'This section has no image of the channel';
    }
    clearTimeout(settling);
    settling = setTimeout(() => layers.show(slice.images), SETTLED_AFTER_MS);
  };
  const step = (by) => {
    slider.value = String(Number(slider.value) + by);
    show();
  };
  slider.addEventListener('input', show);
  byId('previous').addEventListener('click', () => step(-1));
  byId('next').addEventListener('click', () => step(1));
  show();
  slider.focus();
}

async function start() {
  const { channels: named, slices, tiles } = await fetchManifest();
  const numbers = [...new Set(slices.flatMap(({ images }) => images.map(({ channel }) => channel)))];
  numbers.sort((one, other) => one - other);
  const widths = slices.flatMap(({ images }) => images.map(({ width }) => width));
  // An image is missing, or the URL has expired. The manifest's response shows which.
  const onTileFailed = () =>
    fetchManifest().then(
      () => tell('A part of the image could not be loaded. Load this page again.'),
      (error) => tell(error.message),
    );
  const layers = createChannelLayers(
    byId('image'),
    tiles,
    widths.reduce((widest, width) => Math.max(widest, width), 1),
    onTileFailed,
  );
  for (const [index, num] of numbers.entries()) {
    const name = named.find((channel) => channel.num === num)?.name || `Channel ${num}`;
    addChannelControls({ num, name }, firstColour(index, numbers.length), layers);
  }
  byId('whole').addEventListener('click', () => layers.showWhole());
  byId('controls').addEventListener('submit', (event) => event.preventDefault());
  byId('controls').hidden = false;
  showSections(slices, layers);
  tell('');
}

start().catch((error) => tell(`The viewer could not be started: ${error.message}`));
