import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Section ({count})',
  list: 'Sections',
  go: 'Go to {time} {name}',
  edit: 'Rename the section',
  editNamed: 'Rename the section {name}',
  deleteNamed: 'Delete the section {name}',
  playing: 'Playing',
  emptyForEditors: 'To add a section, hover over the timestamp and register.',
  emptyForViewers: 'There are no sections configured.',
  intro: 'How to add a section: hover over the time of a block, press the button that appears and type a name.',
  form: 'Section',
  name: 'Section name',
  placeholder: 'For example: Introduction',
  add: 'Add',
  blankDeletes: 'Saving a blank name deletes the section.',
  saved: 'Changes saved',
  locked: 'Because there is a user editing, Unable to edit sections',
}
