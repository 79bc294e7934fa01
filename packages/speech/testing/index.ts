// Test models, stand-ins and measures of quality, for tests and benches. The product does not import them.
export * from './measure/diarisation-error.ts'
export * from './measure/diarise-classically.ts'
export * from './measure/word-errors.ts'
export { startOpenaiStandIn, type OpenaiStandIn } from './stand-in/openai-server.ts'
export { makeToneModels } from './tone-model/make-tone-models.ts'
export * from './sounds/sound-recipes.ts'
export { readSpeech } from './sounds/read-speech.ts'
export * from './tone-model/tones.ts'
