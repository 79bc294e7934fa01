import * as contract from '@kaiwa/contract/tags.ts'
import { route } from '../platform/http/route.ts'
import { createFolderTag, createTag } from './create-tag.ts'
import { mayEditCategory, mayTag } from './may-tag.ts'
import { createTagCategory } from './create-tag-category.ts'
import { deleteFolderTag, deleteTag } from './delete-tag.ts'
import { deleteTagCategory } from './delete-tag-category.ts'
import { listTagBlocks } from './list-tag-blocks.ts'
import { listTagCategories } from './list-tag-categories.ts'
import { listTagPassages } from './list-tag-passages.ts'
import { listTagUsages } from './list-tag-usages.ts'
import { listTags } from './list-tags.ts'
import { moveTag } from './move-tag.ts'
import { renameTagCategory } from './rename-tag-category.ts'
import { tagPassages } from './tag-passages.ts'
import { untagPassage } from './untag-passage.ts'
import { updateFolderTag, updateTag } from './update-tag.ts'
import { mayEditTranscript } from '../transcripts/open-for-edit.ts'

export const routes = [
  route(contract.listTags, listTags),
  route(contract.listTagCategories, listTagCategories),
  route(contract.createTagCategory, createTagCategory),
  route(contract.renameTagCategory, renameTagCategory, mayEditCategory),
  route(contract.deleteTagCategory, deleteTagCategory),
  route(contract.createTag, createTag, mayTag),
  route(contract.createFolderTag, createFolderTag, mayTag),
  route(contract.updateTag, updateTag, mayTag),
  route(contract.updateFolderTag, updateFolderTag, mayTag),
  route(contract.deleteTag, deleteTag, mayTag),
  route(contract.deleteFolderTag, deleteFolderTag, mayTag),
  route(contract.moveTag, moveTag),
  route(contract.tagPassages, tagPassages, mayEditTranscript),
  route(contract.tagPassagesOfBlocks, tagPassages, mayEditTranscript),
  route(contract.untagPassage, untagPassage, mayEditTranscript),
  route(contract.listTagBlocks, listTagBlocks),
  route(contract.listTagPassages, listTagPassages),
  route(contract.listTagUsages, listTagUsages),
]
