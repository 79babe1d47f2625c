import { formatFileName } from '@data-manager/domain/names/grammar';
import { createDataset, listDatasets, type DatasetForm } from '../database/projects/datasets';
import { createProject, findProjectByTitle, type Project } from '../database/projects/projects';
import type { Services } from '../routes/services';
import { drawBrainSection, type BrainChannel } from './brain';
import { drawOrgan } from './organs';

const SECTIONS = 24;
/** The dataset lacks one image, to demonstrate the completeness check. */
const MISSING = { section: 17, channel: 2 };

const CHANNELS: readonly { readonly name: string; readonly channel: BrainChannel }[] = [
  { name: 'Autofluorescence', channel: 'autofluorescence' },
  { name: 'Thy1-GFP', channel: 'GFP' },
  { name: 'DAPI', channel: 'DAPI' },
];

const BRAIN: DatasetForm = {
  dataset: 'TC042',
  description: 'Adult mouse brain, Thy1-GFP line M, coronal sections from striatum to hippocampus',
  sid: 'acme',
  pixelSize: 1.37,
  physicalSpacing: 50,
  tissueType: 'Brain',
  device: 'TC1000',
  physicalSections: SECTIONS,
  bitDepth: 16,
  channels: CHANNELS.map(({ name }, index) => ({ num: index + 1, name })),
  attributes: {
    species: 'Mouse',
    sex: 'Female',
    orientation: 'Coronal',
    preparation: 'Paraformaldehyde fixed',
    label: 'Endogenous',
  },
};

const CLEARING_NOTES = `Kidney clearing pilot
Perfusion   PBS, then 4 % PFA
Clearing    CUBIC-L 5 days, CUBIC-R 2 days, 37 °C
Stains      tissue 488, CD31 561, nuclei 640
Next        thicker slices, longer wash
`;
const LIVER_NOTES = 'Antibody,Dilution,Channel\nCD31,1:200,561\nDAPI,1:1000,405\n';

type Stored = Pick<Services, 'database' | 'objects'>;
type ProjectForm = Parameters<typeof createProject>[1];

/**
 * Creates the sample projects: two of the sponsor `acme`, one of `globex`. The images are generated and always the same,
 * and as dim as real images: a few thousand of 65,535 at most. Can be called again after an interruption.
 */
export async function makeSamples({ database, objects }: Stored): Promise<void> {
  const atlas = await ensureProject(database, {
    sponsorId: 'acme',
    title: 'mouse-brain-atlas',
    description: 'Serial two-photon sections of one brain in three channels',
  });
  if ((await listDatasets(database, atlas.projectHash)).length === 0) {
    await createDataset(database, { projectHash: atlas.projectHash, ...BRAIN });
  }
  for (let section = 1; section <= SECTIONS; section += 1) {
    // All channels at once: sharp works in other threads while this one computes pixels.
    await Promise.all(
      CHANNELS.map(async ({ channel }, index) => {
        if (section === MISSING.section && index + 1 === MISSING.channel) return;
        const name = formatFileName({ dataset: 'TC042', section, channel: index + 1 });
        const image = await drawBrainSection(channel, (section - 1) / (SECTIONS - 1), section);
        await objects.put(`acme/mouse-brain-atlas/TC042/${name}`, image);
      }),
    );
  }

  await ensureProject(database, {
    sponsorId: 'acme',
    title: 'kidney-clearing-pilot',
    description: 'First slices of cleared kidney, to choose a protocol',
  });
  const kidney = 'acme/kidney-clearing-pilot';
  await objects.put(`${kidney}/protocol.txt`, Buffer.from(CLEARING_NOTES));
  await objects.put(`${kidney}/overview_488.tif`, await drawOrgan({ organ: 'kidney', stain: 'tissue', seed: 5 }));
  await objects.put(`${kidney}/overview_561.tif`, await drawOrgan({ organ: 'kidney', stain: 'vessels', seed: 5 }));
  for (const slice of [1, 2, 3]) {
    const image = await drawOrgan({ organ: 'kidney', stain: 'cells', seed: 10 * slice });
    await objects.put(`${kidney}/slices/slice_${String(slice).padStart(3, '0')}_640.tif`, image);
  }

  await ensureProject(database, { sponsorId: 'globex', title: 'liver-panel', description: 'Antibody panel on liver' });
  await objects.put('globex/liver-panel/antibodies.csv', Buffer.from(LIVER_NOTES));
  await objects.put(
    'globex/liver-panel/panel_A_CD31.tif',
    await drawOrgan({ organ: 'liver', stain: 'vessels', seed: 8 }),
  );
  await objects.put(
    'globex/liver-panel/panel_A_DAPI.tif',
    await drawOrgan({ organ: 'liver', stain: 'cells', seed: 8 }),
  );
}

async function ensureProject(database: Stored['database'], project: ProjectForm): Promise<Project> {
  return (await findProjectByTitle(database, project.sponsorId, project.title)) ?? createProject(database, project);
}
