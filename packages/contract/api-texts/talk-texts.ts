import type * as talk from '../talk.ts'
import type { TextsOf } from './operation-text.ts'

export const talkTexts: TextsOf<typeof talk> = {
  listFolderTalk: {
    summary: 'Compare the talk of the files of a folder',
    description:
      'Pages of 50 files with a completed transcript in which somebody talks. The figures are those that each file shows in its Talk tab. Figures of many changed files are computed in the background.',
    fields: {
      speaker:
        'Id of a speaker: only files in which this speaker talks, with their figures. -1 for blocks without a speaker. Left out: figures of all speakers together.',
      sort: 'Value by which files are ordered. `created` is when the file was added. `share` is that of the chosen speaker, otherwise the largest of the file. Files without the value come last; paces in characters and in words are not mixed.',
      direction: 'Direction of the order.',
    },
    answer: {
      data: 'Files.',
      total: 'Number of files on all pages.',
      pending: 'Number of files whose figures are being computed: they are missing on all pages, or outdated.',
      speakers: 'Speakers of all files, the longest talk time first; at most 100.',
      'speakers.seconds': 'Talk time in all files.',
      'speakers.file_count': 'Number of files in which the speaker talks.',
      'data.unit': 'What the pace counts: characters in Japanese, words in English.',
      'data.duration': 'End of the last block in seconds.',
      'data.is_outdated': 'The transcript has changed since; newer figures are being computed.',
      'data.figures': 'Figures of all speakers together, or of the chosen one.',
      'data.speakers': 'Figures of each speaker, the longest talk time first; at most 20.',
      'data.speaker_count': 'Number of speakers of the file, also those that are not listed.',
    },
  },
}

export const talkFields = {
  share: 'Part in the talk time of all speakers of the file, from 0 to 1.',
  turns: 'Number of turns. A turn ends when another speaker begins.',
  median_turn: 'Median length of a turn in seconds.',
  longest: 'Longest turn.',
  'longest.uuid': 'Uuid of its first block.',
  'longest.start': 'When it begins, in seconds from the start of the recording.',
  'longest.seconds': 'Length in seconds.',
  pace: 'Characters or words per minute of talk time; null without talk time.',
  pauses: 'Silences of more than 1.2 s within turns.',
  'pauses.count': 'Number.',
  'pauses.seconds': 'Total length in seconds.',
  overlaps: 'Times at which more than one speaker talks.',
  'overlaps.count': 'Number.',
  'overlaps.seconds': 'Total length in seconds.',
  questions: 'Number of sentences that are questions.',
}
