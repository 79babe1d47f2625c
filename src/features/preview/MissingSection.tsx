import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SectionStack } from '@data-manager/domain/completeness/sectionStack';
import { layerName } from '@data-manager/domain/names/grammar';
import { isWithin, nearestTo, type NumberRange } from '@data-manager/domain/numberRange';
import classes from './SectionPreview.module.css';

interface MissingSectionProps {
  readonly section: number;
  readonly span: NumberRange;
  /** The shown layer. */
  readonly stack: SectionStack;
  readonly stacks: readonly SectionStack[];
  readonly upload: ReactNode;
  readonly onShow: (section: number) => void;
}

/** Explains why there is no picture of a section, and what the user can do. */
export function MissingSection({ section, span, stack, stacks, upload, onShow }: MissingSectionProps) {
  const nearest = nearestTo(section, stack.sections);
  const elsewhere = stacks.filter(({ sections }) => sections.includes(section)).map(({ layer }) => layerName(layer));
  const [title, reason] = !isWithin(section, span)
    ? [`Section ${section} does not exist`, `The sections are ${span.first} to ${span.last}.`]
    : elsewhere.length > 0
      ? [`Section ${section} has no images in ${layerName(stack.layer)}`, `It has images in ${elsewhere.join(', ')}.`]
      : [`Section ${section} has no images`, 'No image of this section is on the server.'];
  return (
    <>
      <Text fw={600}>{title}</Text>
      <Text size="sm">{reason}</Text>
      <div className={classes.noticeActions}>
        {upload}
        <Button size="xs" variant="default" onClick={() => onShow(nearest)}>
          {`Show section ${nearest}`}
        </Button>
      </div>
    </>
  );
}
