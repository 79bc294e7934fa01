// The colours that are offered, with the keys of their names. Those of the contract, written without its schema library;
// colours.test.ts holds them together.
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
