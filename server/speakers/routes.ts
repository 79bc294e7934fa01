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

export const routes = [
  route(contract.listSpeakers, listSpeakers),
  route(contract.listFolderSpeakers, listFolderSpeakers),
  route(contract.listProjectSpeakers, listProjectSpeakers),
  route(contract.createProjectSpeaker, createProjectSpeaker),
  route(contract.createFileSpeaker, createFileSpeaker),
  route(contract.updateSpeaker, updateSpeaker),
  route(contract.uploadSpeakerAvatar, uploadSpeakerAvatar),
  route(contract.mergeSpeakers, mergeSpeakers),
  route(contract.changeBlockSpeaker, changeBlockSpeaker),
]
