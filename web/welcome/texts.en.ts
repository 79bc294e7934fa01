import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Welcome to Kaiwa',
  film: 'Introduction: upload a recording, read along as you listen, correct it and search it',
  text: 'Create your first folder. Recordings are kept in folders. You can rename it at any time.',
  textForGuests: 'Open a recording in a folder to read its transcript while it plays.',
  skip: 'Skip',
  start: 'Get started',
  sample: 'Open the sample',
  folderName: 'Folder name',
  firstFolder: 'My first recordings',
}
