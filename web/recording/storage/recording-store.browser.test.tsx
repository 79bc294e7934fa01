import { afterEach, describe, expect, it, vi } from 'vitest'
import { openIndexedDbBackend } from './indexeddb-backend.ts'
import { openOpfsBackend } from './opfs-backend.ts'
import { openStore, requestPersistence } from './open-store.ts'
import { itBehavesLikeARecordingStore } from './store-conformance.ts'

describe('recordings in the origin private file system', () => itBehavesLikeARecordingStore(openOpfsBackend))
describe('recordings in IndexedDB', () => itBehavesLikeARecordingStore(openIndexedDbBackend))
