import type { listSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import type { Handler } from '../platform/http/route.ts'
import { findSpeakers } from './store/speakers.ts'

export const listSpeakers: Handler<typeof contract> = (_input, { app, actor }) => findSpeakers(app.db, actor)
