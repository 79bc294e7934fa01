import type * as speakers from '../speakers.ts'
import type * as tags from '../tags.ts'
import type { TextsOf } from './operation-text.ts'

const SPEAKER_NAME = { name: 'Name of the speaker, 1 to 100 characters.' }

export const speakerTexts: TextsOf<typeof speakers> = {
  listProjectSpeakers: { summary: 'List all speakers of a folder', description: 'Without pages, for choosing one.' },
  listFolderSpeakers: {
    summary: 'List the speakers of a folder with their figures',
    description: 'Pages of 10. Talk time is in seconds. Speakers that people made, named or described come first.',
    fields: {
      query: 'Words to look for in names and descriptions.',
      kind: 'Which speakers: all, or those that people made.',
    },
  },
  listSpeakers: { summary: 'List all speakers', description: 'Of all folders that the caller sees.' },
  createProjectSpeaker: {
    summary: 'Create a speaker in a folder',
    description: 'Answers the new speaker.',
    fields: SPEAKER_NAME,
  },
  createFileSpeaker: {
    summary: "Create a speaker in a file's folder",
    description: 'Answers the new speaker.',
    fields: SPEAKER_NAME,
  },
  updateSpeaker: {
    summary: 'Change a speaker',
    description: 'Changes name, description and, when `file` is sent, the picture.',
    fields: SPEAKER_NAME,
  },
  uploadSpeakerAvatar: {
    summary: "Change a speaker's picture",
    description: 'Draws a square picture from the image that is sent. The image must be smaller than 10 MB.',
  },
  mergeSpeakers: {
    summary: 'Merge two speakers',
    description:
      'What the destination said becomes the target; the destination is removed. Only in one file when it is named.',
    fields: { project_file_id: 'Id of the only file in which to merge; the whole folder when left out.' },
  },
  changeBlockSpeaker: {
    summary: 'Change the speaker of blocks',
    description: 'Saved at once.',
    fields: {
      speaker_id: 'Id of the new speaker.',
      type: '`individual`: this block and its children; `multi`: all blocks of its speaker in the file.',
    },
  },
}

const ONE_OF = 'The same field may be sent in the body instead.'
const UNTAG = {
  block_uuid: `Uuid of the block. \`block_id\` may be sent instead. ${ONE_OF}`,
  block_id: `Id of the block, instead of \`block_uuid\`. ${ONE_OF}`,
  tag_uuid: `Uuid of the tagged passage. With \`tag_id\` alone, all passages of the tag in the block. ${ONE_OF}`,
  tag_id: `Id of the tag; needed when \`tag_uuid\` is left out. ${ONE_OF}`,
}
const TAG = {
  name: 'Name of the tag, 1 to 100 characters.',
  tag_category_id: 'Id of the category; the first of the workspace when left out.',
}
const TAG_CHANGE = {
  name: 'New name, 1 to 100 characters; unchanged when left out.',
  appearance: 'New colour as #RRGGBB; unchanged when left out.',
  tag_category_id: 'Id of another category; unchanged when left out.',
}
const TAG_TO_DELETE = { tagId: `Id of the tag. ${ONE_OF}` }
const CATEGORY = { name: 'Name of the category, 1 to 100 characters.' }
const ONE_FILE = { project_file_id: 'Only passages of this file.' }

export const tagTexts: TextsOf<typeof tags> = {
  tagPassages: {
    summary: 'Tag passages of a block',
    description: 'Answers E_LOCKED when somebody else has changed the block and not saved yet.',
  },
  tagPassagesOfBlocks: {
    summary: 'Tag a selection over several blocks',
    description: 'All of the passages are tagged, or none.',
  },
  untagPassage: {
    summary: 'Remove a tag from a passage',
    description: 'Removes the passage of `tag_uuid`; without it, all passages of `tag_id` in the block.',
    fields: UNTAG,
  },
  listTags: { summary: 'List all tags', description: 'Tags that the caller may use, by category and place.' },
  listTagCategories: { summary: 'List tag categories', description: 'In the order in which they are shown.' },
  createTagCategory: { summary: 'Create a tag category', description: 'It is the last one.', fields: CATEGORY },
  renameTagCategory: { summary: 'Rename a tag category', description: 'Answers the category.', fields: CATEGORY },
  deleteTagCategory: {
    summary: 'Delete a tag category',
    description: 'Deletes its tags as well, with the marks of their passages.',
  },
  createTag: { summary: 'Create a tag from a file', description: 'The tag belongs to the workspace.', fields: TAG },
  createFolderTag: {
    summary: 'Create a tag from a folder',
    description: 'The tag belongs to the workspace.',
    fields: TAG,
  },
  updateTag: { summary: 'Change a tag from a file', description: 'Changes what is sent.', fields: TAG_CHANGE },
  updateFolderTag: { summary: 'Change a tag from a folder', description: 'Changes what is sent.', fields: TAG_CHANGE },
  deleteTag: {
    summary: 'Delete a tag from a file',
    description: 'Removes it from every passage of the workspace.',
    fields: TAG_TO_DELETE,
  },
  deleteFolderTag: {
    summary: 'Delete a tag from a folder',
    description: 'Removes it from every passage of the workspace.',
    fields: TAG_TO_DELETE,
  },
  listTagBlocks: {
    summary: 'List tagged passages with their blocks',
    description: 'Of a folder or of one of its files, in reading order. Times are in seconds.',
    fields: { ...ONE_FILE, tag_id: 'Only passages of this tag.' },
  },
  listTagUsages: {
    summary: 'Count the passages of each tag',
    description: 'Of a folder or of one of its files. Tags without a passage are left out.',
    fields: { project_file_id: 'Only passages of this file.' },
  },
  listTagPassages: {
    summary: 'List the passages of a tag in a folder',
    description: 'Pages of 20: newest file first, each in reading order. Times are in seconds.',
  },
  moveTag: {
    summary: 'Move a tag to another place',
    description: 'Within its category or to another. Places count from 0.',
  },
}
