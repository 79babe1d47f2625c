/** The lists behind `GET /config`, by the name that a caller asks for. */
export const CONFIGURATION_LISTS = {
  primary_modalities: {
    stpt: 'Serial Two-Photon Tomography',
    confocal: 'Confocal Fluorescence',
    widefield: 'Widefield Fluorescence',
    lightsheet: 'Light-Sheet Fluorescence',
    brightfield: 'Brightfield',
  },
  secondary_modalities: {
    autofluorescence: 'Autofluorescence',
    nissl: 'Nissl Stain',
    ihc: 'Immunohistochemistry',
    fish: 'Fluorescence In Situ Hybridization',
    he: 'Hematoxylin and Eosin',
  },
  partner_modalities: {
    mri: 'Magnetic Resonance Imaging',
    ct: 'Micro Computed Tomography',
    msi: 'Mass Spectrometry Imaging',
    em: 'Electron Microscopy',
    spatial_transcriptomics: 'Spatial Transcriptomics',
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
} as const;

export type ConfigurationName = keyof typeof CONFIGURATION_LISTS;

/** Whether a caller may ask for this name. */
export function isConfigurationName(name: string): name is ConfigurationName {
  return Object.hasOwn(CONFIGURATION_LISTS, name);
}
