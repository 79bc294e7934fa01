import type * as analysis from '../analysis.ts'
import type * as drafts from '../drafts.ts'
import type * as transcriptEdits from '../transcript-edits.ts'
import type * as everywhere from '../search-everywhere.ts'
import type * as history from '../history.ts'
import type * as search from '../search.ts'
import type * as sections from '../sections.ts'
import type * as transcriptParts from '../transcript-parts.ts'
import type * as transcripts from '../transcripts.ts'
import type { TextsOf } from './operation-text.ts'

export const transcriptTexts: TextsOf<typeof transcripts> = {
  getTranscript: {
    summary: 'Get the transcript of a file',
    description:
      'All blocks by uuid. Times are seconds from the start of the recording, offsets UTF-16 code units of the text.',
  },
  getProvisionalText: {
    summary: 'Get the new text of a file in progress',
    description:
      'The text recognised since an earlier read, so that a client that follows a recording fetches each part once. Empty once the transcript is completed: then fetch the transcript.',
    fields: {
      after: 'Value of `after` in the previous answer. Without it, or when it is outdated, everything is answered.',
    },
    answer: {
      is_reset:
        'Whether to discard what was read before: the recording is being recognised again, or in another language.',
      after: 'What to send as `after` in the next call.',
      chunks: 'Recognised parts of the recording, in no particular order.',
      'chunks.position': 'Place of the part in the recording, from 0.',
      'chunks.blocks': 'Blocks of the part.',
    },
  },
  reanalyzeTranscript: {
    summary: 'Analyse a transcript again',
    description: 'Computes terms, keywords and sentiment anew in the background. The text stays as it is.',
  },
}

export const transcriptPartTexts: TextsOf<typeof transcriptParts> = {
  getTranscriptParts: {
    summary: 'Get the transcript of a file in parts',
    description:
      'The same content as the transcript in a compact form for pages: parts begin at a place and go to the end, the blocks before it follow. Each part ends with a line break, so that a client can show it before the answer is complete. Programs that need the whole transcript fetch the transcript instead.',
    fields: {
      block: 'Uuid of the block to begin at. Some blocks before it are in the first part.',
      time: 'Seconds of the recording to begin at.',
    },
    answer: {
      block_count: 'Number of blocks of all parts.',
      speakers: 'Speakers of the blocks.',
      parts: 'Parts of the transcript.',
      'parts.position': 'Index of the first block of the part in reading order, from 0.',
      'parts.blocks': 'Blocks of the part, without their words.',
      'parts.words': 'Words of the part as columns, one entry for each word.',
      'words.counts': 'Number of words of each block.',
      'words.unit':
        'With `ms`, `starts` are milliseconds since the end of the word before and `ends` durations; with `s`, both are seconds of the recording.',
      'words.starts': 'Beginning of each word, see `unit`.',
      'words.ends': 'End of each word, see `unit`.',
      'words.gaps': 'UTF-16 code units since the end of the word before in the same block.',
      'words.lengths': 'Length of each word in UTF-16 code units.',
      'words.forms': 'Index of each word in the dictionary of the answer.',
      'words.confidences': 'Confidence of the recognition, from 0 to 1.',
      'parts.new_forms': 'Entries that the part appends to the dictionary.',
      'new_forms.bases': 'Dictionary forms.',
      'new_forms.readings': 'Readings in kana; empty where there is none.',
      'new_forms.types': 'Parts of speech: 1, 3 and 7 as the analysis shows them, 0 for every other.',
      'new_forms.scores': 'Weights in the file, from 0 to 1.',
    },
  },
}

export const transcriptEditTexts: TextsOf<typeof transcriptEdits> = {
  requestLock: {
    summary: 'Take or keep the edit lock of a file',
    description:
      'The lock lasts 5 minutes from the last request or save. Answers E_LOCKED with the `lock` of another person.',
    fields: {
      lock_version: 'Version of the lock that this client holds; left out when editing begins.',
      take_over: 'Whether to take over a lock that the same person holds in another tab.',
    },
  },
  releaseLock: {
    summary: 'Give back the edit lock of a file',
    description: 'Idempotent. A lock that somebody else took since is left alone.',
  },
  saveBlocks: {
    summary: 'Save a change set of a transcript',
    description:
      'Applies deletions, insertions, texts, speakers and sections in this order, all or none. Answers E_CONFLICT when a changed block was saved by somebody since `revision`.',
    fields: {
      revision: 'Revision of the transcript that the change set was made on.',
      blocks: 'Blocks whose text, times or tags changed, whole.',
      insert: 'New blocks.',
      delete: 'Uuids of blocks to delete.',
      speaker: 'Changes of speakers.',
      section: 'Changes of sections.',
      sentiment: 'Changes of sentiments.',
    },
  },
  getTranscriptChanges: {
    summary: 'Get the saves since a revision',
    description:
      'Oldest first. When `reload` is true they are too many: fetch the transcript instead. A transcript that is not completed has none.',
    fields: { since: 'Revision that the caller has.' },
    answer: {
      data: 'Saves, oldest first.',
      'data.revision': 'Revision that the save made.',
      published_draft:
        'Draft of the caller that the expiry of their lock saved since then; null without one. Its changes need not be sent again.',
      'published_draft.lock_version': 'Version of the lock of the draft.',
      'published_draft.version': 'Version of the draft that was saved.',
      'published_draft.revision': 'Revision that it became.',
    },
  },
}

const LOCK_VERSION = 'Version of the edit lock under which the changes are made.'

export const draftTexts: TextsOf<typeof drafts> = {
  saveDraft: {
    summary: 'Store unsaved changes as a draft',
    description:
      'Sends the blocks that changed since the last call for this draft. Readers see nothing of it. A save with the same lock version, or the expiry of the lock, publishes the draft. Answers E_CONFLICT with `reason` `draft` when the stored version is not `since`: send all changes with `since` 0.',
    fields: {
      lockVersion: LOCK_VERSION,
      revision: 'Revision of the transcript that the changes are based on.',
      since: 'Version of the draft that this call builds on; 0 replaces the draft.',
      key: 'Id of the draft, chosen by the client.',
      put: 'Changed and new blocks, whole.',
      'put.previous': 'Uuid of the block before it; null at the start. It places a new block.',
      delete: 'Uuids of deleted blocks.',
      revert: 'Uuids of blocks that are as they were saved again.',
    },
    answer: {
      version: 'Version of the draft; 0 when it became empty and was deleted.',
      saved_at: 'When it was stored, as ISO 8601.',
    },
  },
  listDrafts: {
    summary: 'List your drafts of a transcript',
    description: 'Newest first. Other users cannot read them.',
    answer: {
      data: 'Drafts, newest first.',
      'data.lock_version': LOCK_VERSION,
      'data.key': 'Id of the draft, chosen by the client.',
      'data.version': 'Version of the draft.',
      'data.blocks': 'Number of changed blocks.',
      'data.saved_at': 'When it was stored, as ISO 8601.',
    },
  },
  getDraft: {
    summary: 'Get the changes of one of your drafts',
    description: 'Blocks as they were and as the draft makes them, in no particular order.',
    fields: { lockVersion: LOCK_VERSION },
    answer: {
      changes: 'Changed blocks.',
      'changes.before': 'The block that the change is based on; null for a new block.',
      'changes.after': 'The block with the change; null for a deleted block.',
      'changes.previous': 'Uuid of the block before it; null at the start.',
    },
  },
  deleteDraft: {
    summary: 'Delete one of your drafts',
    description: 'Idempotent.',
    fields: { lockVersion: LOCK_VERSION },
  },
}

export const historyTexts: TextsOf<typeof history> = {
  listTranscriptHistory: {
    summary: 'List the revisions of a transcript',
    description: 'Newest first; revision 0 is the automatic transcript.',
    fields: { block_uuid: 'Only revisions that touched this block.' },
  },
  getTranscriptRevision: {
    summary: 'Get what a revision changed',
    description: 'The blocks before and after it, in reading order.',
    fields: { block_uuid: 'Only what happened to this block.' },
  },
  restoreTranscript: {
    summary: 'Restore a revision',
    description: 'Makes blocks as they were at a revision. It is a save of its own and needs the edit lock.',
    fields: { revision: 'Revision to restore; 0 is the automatic transcript.' },
  },
}

export const searchTexts: TextsOf<typeof search & typeof everywhere> = {
  searchEverywhere: {
    summary: 'Search everything',
    description:
      'Answers up to 5 folders, files, members, speakers and tags whose names contain the words, and up to 5 files in which they are spoken, as far as the caller sees them. Members are only answered to callers who may see them.',
    fields: { query: 'Words to look for, at most 200 characters. Widths, kana and case make no difference.' },
    answer: {
      folders: 'Folders by name.',
      'folders.path': 'Names of the folders above it, the topmost first.',
      files: 'Files by title.',
      members: 'Members of the workspace by name or address.',
      speakers: 'Speakers that people created, named or described.',
      'speakers.folder': 'A folder of the speaker.',
      'tags.category': 'Name of its category.',
      'tags.project_id': 'Id of a folder whose page shows its passages.',
      spoken: 'Files in which the words are spoken, last updated first, each with its first hits as `metadata`.',
    },
  },
  listHits: {
    summary: 'Search the transcript of a file',
    description: 'Pages of 50 blocks that hold the words, in the order of the recording.',
    fields: { query: 'Words to look for, at most 200 characters. Widths, kana and case make no difference.' },
    answer: {
      'data.id': 'Uuid of the block.',
      'data.title': 'Title of the file.',
      'data.content': 'A stretch of the text around the first hit.',
      'data.remain': 'Always 0.',
    },
  },
}

export const sectionTexts: TextsOf<typeof sections> = {
  changeSection: {
    summary: 'Name, rename or delete a section',
    description: 'Changes the section that begins with a block, and saves it at once.',
    fields: { section_name: 'Name of at most 255 characters; null or blank deletes the section.' },
  },
}

export const analysisTexts: TextsOf<typeof analysis> = {
  changeSentiment: {
    summary: 'Set the emotion of a block',
    description:
      'Saves it at once and marks it as chosen by a person, so that no analysis replaces it. Needs no edit lock. Answers E_LOCKED for a block that another holder of the lock has changed.',
  },
  listKeywords: {
    summary: 'List the keywords of a file',
    description: 'Pages of 10 words, the heaviest first. Stop words, fillers and function words are left out.',
    answer: {
      data: 'Keywords.',
      'data.type': 'Part of speech: 1 adjective, 3 noun, 7 verb.',
      'data.count': 'Number of occurrences.',
      'data.speakers': 'Speakers of the word, the largest share first.',
      'speakers.share': 'Share in the occurrences, from 0 to 1.',
    },
  },
}
