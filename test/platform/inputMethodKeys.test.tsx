import { MantineProvider, Modal, TextInput } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { stopInputMethodKeys } from '../../src/platform/inputMethodKeys';

it('no field and no dialog acts on keys of an input method, nor on the key that ends its composition in Safari', () => {
  stopInputMethodKeys(window);
  const acts: string[] = [];
  render(
    <MantineProvider env="test">
      <Modal opened onClose={() => acts.push('close')}>
        <TextInput aria-label="New name" onKeyDown={({ key }) => acts.push(key)} />
      </Modal>
    </MantineProvider>,
  );
  const press = (more: object) => {
    for (const key of ['Enter', 'Escape']) fireEvent.keyDown(screen.getByRole('textbox'), { key, ...more });
  };
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(acts).toEqual([]);
  press({});
  expect(acts).toEqual(['Enter', 'close', 'Escape']);
});
