import type * as contract from '../summaries.ts'
import type { TextsOf } from './operation-text.ts'

const ANSWER = {
  parts: 'All parts in display order.',
  'items.citations': 'Quoted passages on which the item rests; empty for a suggested section.',
  is_writing: 'A part is being written.',
  note: 'Why nothing can be generated; null if something can.',
  model: 'Model that writes the next summary of the caller; null while nothing can be generated.',
  count: 'Chats of the workspace in the current month.',
}

export const summaryTexts: TextsOf<typeof contract> = {
  getSummary: {
    summary: 'Read the summary of a file',
    description: 'All parts with their items and citations, and what the caller may do.',
    answer: ANSWER,
  },
  generateSummary: {
    summary: 'Write the summary of a file',
    description:
      'Starts the generation and answers at once; `summary-changed` on the channel of the file tells when a part is ready. Counts as one chat, which is given back when all parts fail. Refused with E_CONFLICT (`processing`) while a part is being written.',
    fields: { parts: 'The parts to write; all when left out.' },
    answer: ANSWER,
  },
  cancelSummary: {
    summary: 'End the generation of a summary',
    description: 'Finished parts stay. Does nothing if no part is being written.',
    answer: ANSWER,
  },
  editSummary: {
    summary: 'Change a part of a summary',
    description:
      'Replaces the items of the part. Refused with E_CONFLICT (`version`) when somebody else changed it, (`processing`) while it is being written, and (`not-ready`) while the file is not processed.',
    fields: {
      part: 'The part to change.',
      version: 'Version of the part that was edited.',
      items: 'All items in order, at most 100.',
      'items.id': 'Id of an item of the part; null for a new one.',
      'items.text': 'Text, 1 to 500 characters; of a section its name, at most 255.',
      owner: 'Who does it; null if unknown. Of to-dos only.',
      due: 'Until when; null if unknown. Of to-dos only.',
      'items.citations': 'Numbers of the citations that are kept; all when left out.',
    },
    answer: ANSWER,
  },
  getSummarySetting: {
    summary: 'Read whether summaries are switched on',
    description: 'The setting of the workspace of the caller.',
  },
  changeSummarySetting: {
    summary: 'Switch summaries on or off',
    description: 'For the owner of the workspace. Off ends summaries that are being written; stored ones stay.',
    fields: { is_on: 'True switches summaries on.' },
  },
}

/** Fields of the answers about summaries. */
export const summaries = {
  part: '`overview`, `decisions`, `to_dos` or `sections`.',
  'parts.status': '`none`, `writing`, `ready` or `failed`.',
  'parts.error': 'Why the last attempt failed; null otherwise.',
  'parts.items': 'Items in order.',
  'parts.version': 'Number of the last change of the items, sent back with an edit.',
  'parts.edited_by': 'Who changed it last; null if nobody did.',
  'parts.edited_at': 'When a person changed it last; null if nobody did.',
  'items.text': 'Plain text; of a suggested section its name.',
  'items.owner': 'Who does it, as it was said; null if unknown.',
  'items.due': 'Until when, as it was said; null if unknown.',
  'items.block_uuid': 'Block at which the suggested section begins; null for other parts.',
  'items.time': 'Where it is in the recording, in seconds; null if unknown.',
  is_edited: 'Changed or added by a person.',
  is_outdated: 'The text of the transcript changed since the part was written.',
  generated_at: 'When a model wrote the part; null if none did.',
  is_on: 'Summaries are switched on.',
  change: 'May switch summaries on and off for the workspace.',
  switch: 'May switch summaries on and off for the workspace.',
}
