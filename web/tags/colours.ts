// The colours offered, with their text keys. A copy of the contract's colours that avoids loading its schema library;
// colours.test.ts compares the two.
export const COLOURS = [
  { key: 'orange', value: '#FD6F2C' },
  { key: 'red', value: '#E5484D' },
  { key: 'yellow', value: '#F5B82E' },
  { key: 'green', value: '#4CAF50' },
  { key: 'teal', value: '#12A594' },
  { key: 'blue', value: '#2F8FED' },
  { key: 'purple', value: '#8E4EC6' },
  { key: 'grey', value: '#8B8D98' },
] as const
