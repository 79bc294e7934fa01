import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { configurationPage } from './configuration-page.ts'

let KAIWA_DATA: string
beforeAll(async () => {
  KAIWA_DATA = await mkdtemp(join(tmpdir(), 'kaiwa-config-'))
})
afterAll(() => rm(KAIWA_DATA, { recursive: true }))

function load(environment: Record<string, string>) {
  return loadConfig({ KAIWA_DATA, ...environment })
}

const server = {
  KAIWA_MODE: 'server',
  KAIWA_URL: 'https://kaiwa.example/',
  KAIWA_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example',
}

const google = { KAIWA_GOOGLE_CLIENT_ID: 'id', KAIWA_GOOGLE_CLIENT_SECRET: 's' }
const pusher = { PUSHER_APP_ID: '1', PUSHER_KEY: 'k', PUSHER_SECRET: 's', PUSHER_URL: 'https://api.example' }

describe('the configuration', () => {
  it('is complete without any variable', () => {
    expect(load({})).toMatchObject({
      mode: 'local',
      roles: ['api', 'worker', 'realtime', 'scheduler'],
      host: '127.0.0.1',
      port: 8080,
      demo: true,
      signupPlan: 'business',
      maxFileMb: 10240,
      maxFileMinutes: 720,
      passwordMemory: 19_456,
      s3: undefined,
      smtp: undefined,
    })
  })

  it('listens on all addresses in server mode, without the sample account', () => {
    expect(load(server)).toMatchObject({
      host: '0.0.0.0',
      demo: false,
      signupPlan: 'trial',
      url: 'https://kaiwa.example',
    })
  })

  it.each([
    ['PORT', { PORT: '80000' }],
    ['PORT', { PORT: 'http' }],
    ['KAIWA_MODE', { KAIWA_MODE: 'production' }],
    ['KAIWA_ROLES', { KAIWA_ROLES: 'api,cook' }],
    ['KAIWA_URL', { KAIWA_URL: 'kaiwa.example' }],
    ['KAIWA_MAX_FILE_MB', { KAIWA_MAX_FILE_MB: '-1' }],
    ['KAIWA_SIGNUP_PLAN', { KAIWA_SIGNUP_PLAN: 'gold' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['KAIWA_PASSWORD_MEMORY', { ...server, KAIWA_PASSWORD_MEMORY: '19455' }],
    ['KAIWA_PASSWORD_MEMORY', { ...server, HOST: '127.0.0.1', KAIWA_PASSWORD_MEMORY: '64' }],
    ['KAIWA_PASSWORD_MEMORY', { KAIWA_PASSWORD_MEMORY: '9999999' }],
    ['KAIWA_PASSWORD_MEMORY', { KAIWA_DEMO: 'off', HOST: '0.0.0.0', KAIWA_PASSWORD_MEMORY: '64' }],
    ['KAIWA_URL', { ...server, KAIWA_URL: '' }],
    ['KAIWA_SECRET', { ...server, KAIWA_SECRET: '' }],
    ['KAIWA_SECRET', { ...server, KAIWA_SECRET: 'short' }],
    ['SMTP_URL', { ...server, SMTP_URL: '' }],
    ['KAIWA_DEMO', { ...server, KAIWA_DEMO: 'on' }],
    ['PUSHER_SECRET', { PUSHER_APP_ID: '1', PUSHER_KEY: 'k' }],
    ['PUSHER_APP_ID', { PUSHER_CLUSTER: 'ap3' }],
    ['PUSHER_URL', { ...pusher, PUSHER_URL: '', PUSHER_CLUSTER: 'ap3' }],
    ['PUSHER_CLIENT_URL', pusher],
    ['PUSHER_CLIENT_URL', { ...pusher, PUSHER_CLUSTER: 'ap3', PUSHER_CLIENT_URL: 'https://ws.example' }],
    ['S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' }],
    ['S3_ACCESS_KEY_ID', { S3_BUCKET: 'b', S3_SECRET_ACCESS_KEY: 'k' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example' }],
    ['S3_BUCKET', { S3_FORCE_PATH_STYLE: 'on' }],
    ['KAIWA_GOOGLE_CLIENT_SECRET', { KAIWA_GOOGLE_CLIENT_ID: 'id' }],
    ['KAIWA_GOOGLE_CLIENT_ID', { KAIWA_GOOGLE_CLIENT_SECRET: 's' }],
    ['KAIWA_GOOGLE_CLIENT_ID', { KAIWA_GOOGLE_ISSUER: 'https://id.example' }],
    ['KAIWA_GOOGLE_ISSUER', { ...google, KAIWA_GOOGLE_ISSUER: 'accounts.google.com' }],
    ['KAIWA_GOOGLE_ISSUER', { ...google, KAIWA_GOOGLE_ISSUER: 'http://id.example' }],
    ['KAIWA_SPEECH_URL', { KAIWA_SPEECH_KEY: 'k' }],
    ['KAIWA_SPEECH_LANGUAGES', { KAIWA_SPEECH_URL: 'http://gpu/v1', KAIWA_SPEECH_LANGUAGES: 'ja,japanese' }],
    ['KAIWA_SPEECH_LANGUAGES', { KAIWA_SPEECH_URL: 'http://gpu/v1', KAIWA_SPEECH_LANGUAGES: ',' }],
    ['KAIWA_AI_MODELS', { KAIWA_AI_MODELS: 'gpt4=openai:x', KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_MODELS', { KAIWA_AI_MODELS: 'o3_mini=google:x', KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_MODELS', { KAIWA_AI_MODELS: 'o3_mini', KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_MODELS', { KAIWA_AI_MODELS: 'o3_mini=openai:a,o3_mini=openai:b', KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_MODELS', { KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_OPENAI_KEY', { KAIWA_AI_MODELS: 'o3_mini=openai:x' }],
    ['KAIWA_AI_ANTHROPIC_KEY', { KAIWA_AI_MODELS: 'o3_mini=anthropic:x', KAIWA_AI_OPENAI_KEY: 'k' }],
    ['KAIWA_AI_COMPATIBLE_URL', { KAIWA_AI_MODELS: 'o3_mini=compatible:x' }],
    ['KAIWA_AI_CONTEXT_TOKENS', { KAIWA_AI_MODELS: 'o3_mini=compatible:x', KAIWA_AI_CONTEXT_TOKENS: '10' }],
    ['KAIWA_SPEECH_TEMPERATURE', { KAIWA_SPEECH_URL: 'http://gpu/v1', KAIWA_SPEECH_TEMPERATURE: '1.5' }],
  ])('names %s if it is wrong: %o', (name, environment) => {
    expect(() => load(environment)).toThrow(new RegExp(`^${name} is (wrong|missing): .+\\.$`))
  })

  it('CHAT-02 maps the model ids to providers in display order, with names that contain colons', () => {
    const { ai } = load({
      KAIWA_AI_MODELS: 'openai_gpt4o=compatible:llama3:8b, claude3_haiku=anthropic:claude-now',
      KAIWA_AI_COMPATIBLE_URL: 'http://gpu:11434/v1/',
      KAIWA_AI_ANTHROPIC_KEY: 'k',
    })
    expect(ai?.models).toEqual([
      {
        id: 'claude3_haiku',
        provider: 'anthropic',
        name: 'claude-now',
        url: 'https://api.anthropic.com/v1',
        key: 'k',
        host: 'api.anthropic.com',
      },
      {
        id: 'openai_gpt4o',
        provider: 'compatible',
        name: 'llama3:8b',
        url: 'http://gpu:11434/v1',
        key: undefined,
        host: 'gpu:11434',
      },
    ])
    expect(ai).toMatchObject({ contextTokens: 64_000, answerTokens: 400_000, answerSeconds: 180 })
    expect(load({}).ai).toBeUndefined()
  })

  it('accepts valid combinations', () => {
    const {
      pusher: hosted,
      s3,
      speech,
    } = load({
      ...pusher,
      PUSHER_CLUSTER: 'ap3',
      S3_BUCKET: 'b',
      S3_REGION: 'ap-northeast-1',
      KAIWA_SPEECH_URL: 'http://gpu:8000/v1/',
      KAIWA_SPEECH_LANGUAGES: 'ja, en',
      KAIWA_SPEECH_PROMPT: '田中商事',
      KAIWA_SPEECH_TEMPERATURE: '0',
    })
    expect(hosted).toMatchObject({ appId: '1', cluster: 'ap3', clientUrl: undefined })
    expect(s3).toMatchObject({ bucket: 'b', region: 'ap-northeast-1', credentials: undefined })
    expect(speech).toMatchObject({ url: 'http://gpu:8000/v1', languages: ['ja', 'en'] })
    expect(speech).toMatchObject({ prompt: '田中商事', temperature: 0 })
  })

  it('uses Google if only its client is set, and any other provider by its issuer', () => {
    expect(load({}).google).toBeUndefined()
    expect(load(google).google).toEqual({
      clientId: 'id',
      clientSecret: 's',
      issuer: 'https://accounts.google.com',
      name: 'Google',
    })
    const own = { ...google, KAIWA_GOOGLE_ISSUER: 'http://127.0.0.1:4444/realm', KAIWA_GOOGLE_NAME: '社内ID' }
    expect(load(own).google).toMatchObject({ issuer: 'http://127.0.0.1:4444/realm', name: '社内ID' })
  })

  it('listens on another address in local mode only without the sample account', () => {
    expect(load({ HOST: '0.0.0.0', KAIWA_DEMO: 'off' })).toMatchObject({ host: '0.0.0.0', demo: false })
  })

  it('creates one secret per data folder, readable only by its owner', async () => {
    const { secret } = load({})
    expect(secret.length).toBeGreaterThan(40)
    expect(load({}).secret).toBe(secret)
    expect(await readFile(join(KAIWA_DATA, 'secret'), 'utf8')).toBe(secret)
    expect((await stat(join(KAIWA_DATA, 'secret'))).mode & 0o777).toBe(0o600)
  })
})

it('is documented on a page that lists every variable of the table', async () => {
  const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  expect(page).toBe(configurationPage())
})
