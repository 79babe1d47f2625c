/* eslint-env browser */
/* global OpenSeadragon */

const WHITE = '#ffffff';
/** Distinguishable with most kinds of colour blindness, and white where all three overlap. */
const COLOURS = ['#ff00ff', '#00ff00', '#0080ff', '#ff8000', '#00ffff', '#ffff00'];

/** The colour that a channel starts with: a single channel is white, as it was taken. */
export function firstColour(index, channelCount) {
  return channelCount === 1 ? WHITE : COLOURS[index % COLOURS.length];
}

/** Described here, so that no descriptor has to be fetched. */
function tileSource({ channel, image, width, height }, tiles) {
  return new OpenSeadragon.DziTileSource({
    channel,
    width,
    height,
    tileSize: tiles.size,
    tileOverlap: tiles.overlap,
    tilesUrl: `${new URL(`${tiles.path}/${image}`, document.baseURI).href}/`,
    fileFormat: 'jpeg',
  });
}

/**
 * Shows the channels of one section over each other: each grey image multiplied by its channel's colour, and all added
 * up, as light adds up.
 */
export function createChannelLayers(element, tiles, referenceWidth, onTileFailed) {
  const viewer = new OpenSeadragon.Viewer({
    element,
    drawer: 'canvas',
    showNavigationControl: false,
    animationTime: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.6,
    maxZoomPixelRatio: 4,
  });
  const layers = new Map();
  const settings = new Map();
  let shown = 0;

  viewer.addHandler('tile-load-failed', onTileFailed);
  viewer.addHandler('tile-invalidated', async (event) => {
    const colour = settings.get(event.tiledImage.source.channel)?.colour ?? WHITE;
    if (colour === WHITE) return;
    const context = await event.getData('context2d');
    if (!context || event.outdated()) return;
    context.globalCompositeOperation = 'multiply';
    context.fillStyle = colour;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
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
      tileSource: tileSource(image, tiles),
      x: 0,
      y: 0,
      width: image.width / referenceWidth,
      compositeOperation: 'lighter',
      opacity: settings.get(channel)?.visible === false ? 0 : 1,
      success({ item }) {
        // The slider has moved on while this image was opened.
        if (turn !== shown) return viewer.world.removeItem(item);
        drop(channel);
        layers.set(channel, item);
        viewer.preserveViewport = true;
      },
    });
  }

  return {
    show(images) {
      shown += 1;
      for (const channel of [...layers.keys()]) {
        if (!images.some((image) => image.channel === channel)) drop(channel);
      }
      for (const image of images) add(image, shown);
    },
    setColour(channel, colour) {
      settings.set(channel, { visible: true, ...settings.get(channel), colour });
      layers.get(channel)?.requestInvalidate(true);
    },
    setVisible(channel, visible) {
      settings.set(channel, { ...settings.get(channel), visible });
      layers.get(channel)?.setOpacity(visible ? 1 : 0);
    },
    showWhole() {
      viewer.viewport?.goHome();
    },
  };
}
