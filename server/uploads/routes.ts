import * as contract from '@kaiwa/contract/uploads.ts'
import * as recordings from '@kaiwa/contract/recordings.ts'
import { route } from '../platform/http/route.ts'
import { cancelUpload } from './cancel-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { renewUpload } from './renew-upload.ts'
import { mayUpload, requestUpload } from './request-upload.ts'
import { maySaveRecording, saveRecording } from './save-recording.ts'

export const routes = [
  route(contract.requestUpload, requestUpload, mayUpload),
  route(contract.renewUpload, renewUpload),
  route(contract.completeUpload, completeUpload),
  route(contract.cancelUpload, cancelUpload),
  route(recordings.saveRecording, saveRecording, maySaveRecording),
]
