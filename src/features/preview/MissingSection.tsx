import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SectionStack } from '@data-manager/domain/completeness/sectionStack';
import { layerName } from '@data-manager/domain/names/grammar';
import { isWithin, nearestTo, type NumberRange } from '@data-manager/domain/numberRange';

interface MissingSectionProps {
  readonly section: number;
  readonly span: NumberRange;
  /** The shown layer. */
  readonly stack: SectionStack;
  readonly stacks: readonly SectionStack[];
  readonly remedy: ReactNode;
  readonly onShow: (section: number) => void;
}

/** Explains why there is no picture of a section, and what the user can do. */
export function MissingSection({ section, span, stack, stacks, remedy, onShow }: MissingSectionProps) {
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
      <Group gap="xs" justify="center" mt="xs">
        {remedy}
        <Button size="xs" onClick={() => onShow(nearest)}>
          {`Show section ${nearest}`}
        </Button>
      </Group>
    </>
  );
}
