import { numberFormatter } from '@data-manager/lib/formatNumber';
import { findSlice, readAddress, writeAddress } from './address.mjs';
import { addChannelControls } from './channelControls.mjs';
import { createChannelLayers } from './channelLayers.mjs';

/** Sections that the slider only passes over are not loaded. */
const SETTLED_AFTER_MS = 100;
/** Longest scale bar, CSS pixels. */
const MAX_BAR_PIXELS = 160;

const formatLength = numberFormatter({ maximumSignificantDigits: 3, useGrouping: false });
const formatPixel = numberFormatter({ maximumSignificantDigits: 6, useGrouping: false });

const byId = (id) => document.getElementById(id);

function notify(text) {
  byId('notice').textContent = text;
  byId('notice').hidden = text === '';
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

/** Returns a function that moves by a number of sections. */
function showSections(slices, layers, controls) {
  const slider = byId('section');
  const hasLayers = slices.some(({ layer }) => layer !== slices[0].layer);
  slider.max = String(slices.length - 1);
  let settling;
  const current = () => slices[Number(slider.value)];
  const saveAddress = () => {
    const { section, layer } = current();
    const states = controls.map(({ num, state }) => ({ num, ...state() }));
    writeAddress({
      section,
      layer: hasLayers ? layer : null,
      off: states.filter(({ visible }) => !visible).map(({ num }) => num),
      colours: states.filter(({ colour }) => colour !== undefined).map(({ num, colour }) => [num, colour]),
    });
  };
  const show = () => {
    const index = Number(slider.value);
    const { images } = current();
    const name = nameOf(current(), hasLayers);
    slider.setAttribute('aria-valuetext', name);
    byId('place').textContent = `${name} (${index + 1} of ${slices.length})`;
    byId('previous').disabled = index === 0;
    byId('next').disabled = index === slices.length - 1;
    for (const control of controls) control.showImage(images.find(({ channel }) => channel === control.num));
    clearTimeout(settling);
    settling = setTimeout(() => {
      saveAddress();
      layers.show(images);
    }, SETTLED_AFTER_MS);
  };
  const goTo = (index) => {
    slider.value = String(index);
    show();
  };
  const goBy = (step) => goTo(Number(slider.value) + step);
  const followAddress = () => {
    const address = readAddress();
    for (const control of controls) control.follow(address);
    goTo(findSlice(slices, address));
  };
  slider.addEventListener('input', show);
  byId('previous').addEventListener('click', () => goBy(-1));
  byId('next').addEventListener('click', () => goBy(1));
  byId('channels').addEventListener('input', saveAddress);
  window.addEventListener('hashchange', followAddress);
  followAddress();
  return goBy;
}

function addKeys(layers, controls, goBy) {
  layers.watchKeys((key) => {
    if (key === 'PageDown' || key === 'ArrowRight') goBy(1);
    else if (key === 'PageUp' || key === 'ArrowLeft') goBy(-1);
    else if (/^[1-9]$/.test(key)) controls[Number(key) - 1]?.toggle();
    else if (key === 'f') byId('full').click();
    else return false;
    return true;
  });
}

function showScaleBar(layers, pixelSize) {
  if (pixelSize === undefined) return;
  layers.watchZoom((zoom) => {
    const longest = (MAX_BAR_PIXELS * pixelSize) / zoom;
    const power = 10 ** Math.floor(Math.log10(longest));
    const length = [5, 2, 1].map((step) => step * power).find((one) => one <= longest) ?? power;
    byId('bar').style.width = `${(length / pixelSize) * zoom}px`;
    byId('length').textContent = length >= 1_000 ? `${formatLength(length / 1_000)} mm` : `${formatLength(length)} µm`;
    byId('scale').hidden = false;
  });
}

function showValues(layers, names) {
  const values = byId('values');
  byId('image').addEventListener('pointermove', ({ clientX, clientY }) => {
    const found = layers.valuesAt(clientX, clientY);
    values.hidden = found === undefined;
    if (found === undefined) return;
    const texts = [...found.values].flatMap(([channel, value]) =>
      value === undefined ? [] : `${names.get(channel)} ${formatPixel(value)}`,
    );
    values.textContent = [`${found.x}, ${found.y}`, ...texts].join('  ·  ');
  });
  byId('image').addEventListener('pointerleave', () => (values.hidden = true));
}

function offerFullScreen() {
  const button = byId('full');
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener('click', () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen();
    change.catch(() => undefined);
  });
  document.addEventListener('fullscreenchange', () => {
    button.textContent = document.fullscreenElement ? 'Exit full screen' : 'Full screen';
  });
}

async function start() {
  const { channels, pixelSize, slices, tiles } = await fetchManifest();
  const widths = slices.flatMap(({ images }) => images.map(({ width }) => width));
  // An image is missing, or the URL has expired. The manifest's response shows which.
  const onTileFailed = () =>
    fetchManifest().then(
      () => notify('Part of the image could not be loaded. Reload this page.'),
      (error) => notify(error.message),
    );
  const layers = createChannelLayers(byId('image'), {
    tiles,
    colours: new Map(channels.map(({ num, colour }) => [num, colour])),
    referenceWidth: widths.reduce((widest, width) => Math.max(widest, width), 1),
    onTileFailed,
  });
  const numbers = new Set(slices.flatMap(({ images }) => images.map(({ channel }) => channel)));
  const used = channels.filter(({ num }) => numbers.has(num));
  const controls = used.map((channel) => addChannelControls(byId('channels'), byId('lock'), channel, layers));
  showScaleBar(layers, pixelSize);
  showValues(layers, new Map(used.map(({ num, name }) => [num, name])));
  offerFullScreen();
  byId('whole').addEventListener('click', () => layers.showWhole());
  byId('controls').addEventListener('submit', (event) => event.preventDefault());
  byId('controls').hidden = false;
  addKeys(layers, controls, showSections(slices, layers, controls));
  layers.focus();
  notify('');
}

start().catch((error) => notify(`The viewer could not be started: ${error.message}`));
