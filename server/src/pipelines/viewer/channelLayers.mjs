/* global OpenSeadragon */
import { createRawTiles, drawRawTile } from './rawTiles.mjs';

const WHITE = '#ffffff';
/** From this number of screen pixels per pixel of the image, pixels are drawn without smoothing. */
const PIXELS_FROM_ZOOM = 4;

/**
 * Overlays the channels of one section: each image in its channel's color and contrast, blended additively. A double
 * click shows the whole section.
 *
 * @param colours The default colors by channel.
 */
export function createChannelLayers(element, { tiles, colours, referenceWidth, onTileFailed }) {
  const viewer = new OpenSeadragon.Viewer({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.6,
    maxZoomPixelRatio: 16,
    gestureSettingsMouse: { clickToZoom: false },
  });
  viewer.canvas.setAttribute('role', 'application');
  viewer.canvas.setAttribute('aria-label', 'Image');
  viewer.canvas.setAttribute('aria-describedby', 'keys');
  const showWhole = () => viewer.viewport?.goHome();
  viewer.addHandler('canvas-double-click', showWhole);
  const rawTiles = createRawTiles();
  const layers = new Map();
  const settings = new Map();
  let shown = 0;

  /** Described here, so that no descriptor has to be fetched. */
  function tileSource(image) {
    const source = new OpenSeadragon.DziTileSource({
      image,
      width: image.width,
      height: image.height,
      tileSize: tiles.size,
      tileOverlap: tiles.overlap,
      tilesUrl: `${new URL(`${tiles.path}/${image.image}`, document.baseURI).href}/`,
      fileFormat: image.format,
    });
    if (image.format === 'png') {
      source.downloadTileStart = (job) => {
        const abort = new AbortController();
        job.userData.abort = abort;
        rawTiles.load(job.src, abort.signal).then(
          ({ width, height }) => {
            const canvas = Object.assign(document.createElement('canvas'), { width, height });
            job.finish(canvas.getContext('2d'), null, 'context2d');
          },
          (error) => job.fail(error.message, null),
        );
      };
      source.downloadTileAbort = (job) => job.userData.abort?.abort();
    }
    return source;
  }

  /** The contrast of an image in values of its tiles. */
  function rangeOf({ channel, offset, scale, black, white }) {
    const contrast = settings.get(channel)?.contrast ?? { black, white };
    return [(contrast.black - offset) / scale, (contrast.white - offset) / scale];
  }

  /** Color images keep their own colors until the user chooses one. */
  function colourOf({ channel, format }) {
    return settings.get(channel)?.color ?? (format === 'jpeg' ? undefined : colours.get(channel)) ?? WHITE;
  }

  viewer.addHandler('tile-load-failed', onTileFailed);
  viewer.addHandler('update-viewport', () => {
    const [first] = layers.values();
    if (first === undefined) return;
    const zoom = first.viewportToImageZoom(viewer.viewport.getZoom(true)) * window.devicePixelRatio;
    viewer.drawer.setImageSmoothingEnabled(zoom < PIXELS_FROM_ZOOM);
  });
  viewer.addHandler('tile-invalidated', async (event) => {
    const { image } = event.tiledImage.source;
    const color = colourOf(image);
    const raw = image.format === 'png' ? rawTiles.get(event.tile.getUrl()) : undefined;
    if (raw === undefined && color === WHITE) return;
    const context = await event.getData('context2d');
    if (!context || event.outdated()) return;
    if (raw !== undefined) drawRawTile(context, raw, rangeOf(image), color);
    else {
      context.globalCompositeOperation = 'multiply';
      context.fillStyle = color;
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    }
    await event.setData(context, 'context2d');
  });

  function drop(channel) {
    const layer = layers.get(channel);
    layers.delete(channel);
    if (layer !== undefined) viewer.world.removeItem(layer);
  }

  function add(image, turn) {
    const { channel } = image;
    viewer.addTiledImage({
      tileSource: tileSource(image),
      x: 0,
      y: 0,
      width: image.width / referenceWidth,
      compositeOperation: 'lighter',
      opacity: settings.get(channel)?.visible === false ? 0 : 1,
      success({ item }) {
        // The slider has moved on while this image was being opened.
        if (turn !== shown) return viewer.world.removeItem(item);
        drop(channel);
        layers.set(channel, item);
        viewer.preserveViewport = true;
      },
    });
  }

  /** The original value of a channel at a position of the image, at the highest loaded resolution. */
  function valueAt(layer, { x, y }) {
    const { source } = layer;
    const { image } = source;
    if (image.format !== 'png' || x < 0 || y < 0 || x >= image.width || y >= image.height) return undefined;
    for (let level = source.maxLevel; level >= 0; level -= 1) {
      const shrink = 2 ** (source.maxLevel - level);
      const [column, row] = [x, y].map((at) => Math.floor(at / shrink / tiles.size));
      const tile = rawTiles.get(source.getTileUrl(level, column, row));
      if (tile === undefined) continue;
      const within = (at, index) => Math.floor(at / shrink) - index * tiles.size + (index > 0 ? tiles.overlap : 0);
      const left = Math.min(tile.width - 1, within(x, column));
      const top = Math.min(tile.height - 1, within(y, row));
      return image.offset + image.scale * tile.values[top * tile.width + left];
    }
    return undefined;
  }

  return {
    show(images) {
      shown += 1;
      for (const channel of [...layers.keys()]) {
        if (!images.some((image) => image.channel === channel)) drop(channel);
      }
      for (const image of images) add(image, shown);
    },
    /** Changes the color, visibility or contrast of a channel. Without a contrast, it is automatic. */
    change(channel, change) {
      const next = { visible: true, ...settings.get(channel), ...change };
      settings.set(channel, next);
      const layer = layers.get(channel);
      layer?.setOpacity(next.visible ? 1 : 0);
      if ('color' in change || 'contrast' in change) layer?.requestInvalidate(true);
    },
    showWhole,
    focus() {
      viewer.canvas.focus();
    },
    /**
     * Calls the listener with keys pressed while the image has the focus, except for arrow keys while only a part of
     * the section is visible. If the listener returns false, the viewer handles the key, except for its keys that
     * rotate and flip the image.
     */
    watchKeys(listener) {
      viewer.addHandler('canvas-key', (event) => {
        const { key, ctrlKey, metaKey, altKey } = event.originalEvent;
        if (ctrlKey || metaKey || altKey) return;
        const { viewport } = viewer;
        const isFitted = viewport.getZoom() < viewport.getHomeZoom() * 1.01;
        const isHandled = (isFitted || !key.startsWith('Arrow')) && listener(key);
        if (isHandled) event.originalEvent.preventDefault();
        if (isHandled || /^[rf]$/i.test(key)) event.preventDefaultAction = true;
      });
    },
    /** Returns the position in the image and the values at a point of the element, or undefined outside the image. */
    valuesAt(clientX, clientY) {
      const { left, top } = element.getBoundingClientRect();
      const [first] = layers.values();
      if (first === undefined) return undefined;
      const point = viewer.viewport.pointFromPixel(new OpenSeadragon.Point(clientX - left, clientY - top), true);
      const place = first.viewportToImageCoordinates(point);
      const { width, height } = first.source.image;
      if (place.x < 0 || place.y < 0 || place.x >= width || place.y >= height) return undefined;
      const values = new Map();
      for (const [channel, layer] of layers) {
        if (settings.get(channel)?.visible === false) continue;
        values.set(channel, valueAt(layer, layer.viewportToImageCoordinates(point)));
      }
      return { x: Math.floor(place.x), y: Math.floor(place.y), values };
    },
    /** Calls the listener with the CSS pixels per pixel of the image whenever they change. */
    watchZoom(listener) {
      viewer.addHandler('update-viewport', () => {
        const [first] = layers.values();
        if (first !== undefined) listener(first.viewportToImageZoom(viewer.viewport.getZoom(true)));
      });
    },
  };
}
