import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Section ({count})',
  list: 'Sections',
  go: 'Go to {time} {name}',
  edit: 'Rename section',
  editNamed: 'Rename section {name}',
  deleteNamed: 'Delete section {name}',
  playing: 'Playing',
  emptyForEditors: 'To add a section, hover over the timestamp and register.',
  emptyForViewers: 'There are no sections configured.',
  intro: 'To add a section, hover over the time of a block, click the button that appears and enter a name.',
  form: 'Section',
  name: 'Section name',
  placeholder: 'Example: Introduction',
  add: 'Add',
  blankDeletes: 'Saving an empty name deletes the section.',
  saved: 'Changes saved',
  locked: 'Sections cannot be edited while another user is editing',
}
