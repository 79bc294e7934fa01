import type { listSpeakers as contract } from '@kaiwa/contract/speakers.ts'
import type { Handler } from '../platform/http/route.ts'
import { speakersOf } from './speakers-of.ts'

export const listSpeakers: Handler<typeof contract> = (_input, { app, actor }) => speakersOf(app.db, actor)
