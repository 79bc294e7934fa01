import * as contract from '@kaiwa/contract/speakers.ts'
import { route } from '../platform/http/route.ts'
import { changeBlockSpeaker } from './change-block-speaker.ts'
import { createFileSpeaker } from './create-file-speaker.ts'
import { createProjectSpeaker } from './create-project-speaker.ts'
import { listFolderSpeakers } from './list-folder-speakers.ts'
import { listProjectSpeakers } from './list-project-speakers.ts'
import { listSpeakers } from './list-speakers.ts'
import { mergeSpeakers } from './merge-speakers.ts'
import { updateSpeaker, uploadSpeakerAvatar } from './update-speaker.ts'
import { mayEditFile } from '../transcripts/open-for-edit.ts'
import { mayEditSpeaker, mayEditSpeakers } from './may-edit-speakers.ts'

export const routes = [
  route(contract.listSpeakers, listSpeakers),
  route(contract.listFolderSpeakers, listFolderSpeakers),
  route(contract.listProjectSpeakers, listProjectSpeakers),
  route(contract.createProjectSpeaker, createProjectSpeaker, mayEditSpeakers),
  route(contract.createFileSpeaker, createFileSpeaker, mayEditFile),
  route(contract.updateSpeaker, updateSpeaker, mayEditSpeaker),
  route(contract.uploadSpeakerAvatar, uploadSpeakerAvatar, mayEditSpeaker),
  route(contract.mergeSpeakers, mergeSpeakers),
  route(contract.changeBlockSpeaker, changeBlockSpeaker),
]
