import * as edits from '@kaiwa/contract/transcript-edits.ts'
import * as drafts from '@kaiwa/contract/drafts.ts'
import * as history from '@kaiwa/contract/history.ts'
import { getTranscriptParts as partsContract } from '@kaiwa/contract/transcript-parts.ts'
import * as contract from '@kaiwa/contract/transcripts.ts'
import { route } from '../platform/http/route.ts'
import { getTranscriptChanges } from './changes/get-transcript-changes.ts'
import { saveBlocks } from './changes/save-blocks.ts'
import { deleteDraft } from './drafts/delete-draft.ts'
import { getDraft } from './drafts/get-draft.ts'
import { listDrafts } from './drafts/list-drafts.ts'
import { saveDraft } from './drafts/save-draft.ts'
import { getTranscript } from './get-transcript.ts'
import { getTranscriptParts } from './get-transcript-parts.ts'
import { getTranscriptRevision } from './history/get-transcript-revision.ts'
import { listTranscriptHistory } from './history/list-transcript-history.ts'
import { restoreTranscript } from './history/restore-transcript.ts'
import { releaseLock } from './lock/release-lock.ts'
import { requestLock } from './lock/request-lock.ts'
import { reanalyzeTranscript } from './reanalyze-transcript.ts'
import { mayEditFile, mayEditTranscript } from './open-for-edit.ts'

export const routes = [
  route(contract.getTranscript, getTranscript),
  route(partsContract, getTranscriptParts),
  route(contract.reanalyzeTranscript, reanalyzeTranscript),
  route(edits.requestLock, requestLock, mayEditFile),
  route(edits.releaseLock, releaseLock, mayEditFile),
  route(edits.saveBlocks, saveBlocks, mayEditTranscript),
  route(edits.getTranscriptChanges, getTranscriptChanges),
  route(drafts.saveDraft, saveDraft, mayEditTranscript),
  route(drafts.listDrafts, listDrafts),
  route(drafts.getDraft, getDraft),
  route(drafts.deleteDraft, deleteDraft),
  route(history.listTranscriptHistory, listTranscriptHistory),
  route(history.getTranscriptRevision, getTranscriptRevision),
  route(history.restoreTranscript, restoreTranscript, mayEditTranscript),
]
