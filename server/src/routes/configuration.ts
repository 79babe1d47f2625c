import { Type } from '@sinclair/typebox';
import { HttpError } from '../common/errors';
import type { Routes } from './services';

/** The lists that `GET /config` returns by name. */
const CONFIGURATION_LISTS = {
  primary_modalities: {
    stpt: 'Serial two-photon tomography',
    confocal: 'Confocal fluorescence',
    widefield: 'Widefield fluorescence',
    lightsheet: 'Light-sheet fluorescence',
    brightfield: 'Brightfield',
  },
  secondary_modalities: {
    autofluorescence: 'Autofluorescence',
    nissl: 'Nissl stain',
    ihc: 'Immunohistochemistry',
    fish: 'Fluorescence in situ hybridization',
    he: 'Hematoxylin and eosin',
  },
  partner_modalities: {
    mri: 'Magnetic resonance imaging',
    ct: 'Micro computed tomography',
    msi: 'Mass spectrometry imaging',
    em: 'Electron microscopy',
    spatial_transcriptomics: 'Spatial transcriptomics',
  },
  tissue_types: [
    'Brain',
    'Spinal cord',
    'Heart',
    'Kidney',
    'Liver',
    'Lung',
    'Lymph node',
    'Pancreas',
    'Spleen',
    'Tumor',
  ],
  devices: ['TC1000', 'TC1400', 'TC2000', 'LSM880', 'LSM980', 'AXIOSCAN7', 'ULTRAMICROSCOPE2'],
  attributes: {
    species: ['Mouse', 'Rat', 'Marmoset', 'Macaque', 'Human'],
    sex: ['Female', 'Male', 'Unknown'],
    orientation: ['Coronal', 'Sagittal', 'Horizontal'],
    preparation: ['Fresh frozen', 'Paraformaldehyde fixed', 'Paraffin embedded', 'Cleared'],
    label: ['Endogenous', 'Antibody', 'Viral tracer', 'Dye', 'None'],
  },
  /** The optional calls of the API, which other servers may lack. */
  features: [
    'activity.list',
    'audit.export',
    'conditional',
    'pipelines.list',
    'pipelines.cancel',
    'pipelines.choose',
    'pipelines.project',
    'pipelines.viewerPlace',
    'projects.restore',
    'projects.summary',
    'datasets.restore',
    'datasets.namePrefixes',
    'deleted.list',
    'files.contents',
    'files.etag',
    'files.urls',
    'files.delete',
    'files.restore',
    'files.restoreReplaced',
    'files.move',
    'manifests',
    'receipts.list',
    'seal',
    'search',
    'titles.former',
    'tokens',
    'upload.modified',
    'upload.onlyIfAbsent',
    'upload.replaces',
    'upload.startUrls',
    'uploads.list',
  ],
} as const;

type ConfigurationName = keyof typeof CONFIGURATION_LISTS;

function isConfigurationName(name: string): name is ConfigurationName {
  return Object.hasOwn(CONFIGURATION_LISTS, name);
}

const MAX_NAMES = 100;

const ConfigurationQuery = Type.Object({
  name: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_NAMES }),
});

const Names = Type.Record(Type.String(), Type.String());
const List = Type.Array(Type.String());
const ConfigurationAnswer = Type.Object(
  {
    primary_modalities: Type.Optional(Names),
    secondary_modalities: Type.Optional(Names),
    partner_modalities: Type.Optional(Names),
    tissue_types: Type.Optional(List),
    devices: Type.Optional(List),
    attributes: Type.Optional(Type.Record(Type.String(), List)),
    features: Type.Optional(List),
    restore_days: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Days for which a deletion can be undone; 0 for no limit.' }),
    ),
  },
  { description: 'One property per requested name.' },
);

/** @throws HttpError 400 for an unknown name. */
function listOf(name: string) {
  if (!isConfigurationName(name)) throw new HttpError(400, `The configuration list “${name}” does not exist.`);
  return CONFIGURATION_LISTS[name];
}

/** `GET /config`: the options of form fields, and the optional features. */
export const configurationRoutes: Routes = (app, { environment }) => {
  const schema = {
    summary: 'Returns lists of options for form fields, and the optional features',
    querystring: ConfigurationQuery,
    response: { 200: ConfigurationAnswer },
  };
  app.get('/config', { schema }, (request) =>
    Object.fromEntries(
      request.query.name.map((name) => [name, name === 'restore_days' ? environment.restoreDays : listOf(name)]),
    ),
  );
};

const Devices = Type.Object({ devices: Type.Array(Type.String()) }, { description: 'All devices.' });

/** `GET /manage/devices`: the available microscopes. */
export const deviceRoutes: Routes = (app) => {
  app.get('/manage/devices', { schema: { summary: 'Lists the microscopes', response: { 200: Devices } } }, () => ({
    devices: CONFIGURATION_LISTS.devices,
  }));
};
