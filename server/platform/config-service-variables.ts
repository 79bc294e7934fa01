// Environment variables of outside services: sign-in, payment, CRM, speech, language models, realtime.
import * as z from 'zod'
import { modelMap } from './config-models.ts'
import { address, flag, issuer, list, text, type Variable, variable } from './config-schemas.ts'

export const serviceVariables = {
  KAIWA_GOOGLE_CLIENT_ID: variable(text.min(1), {
    about:
      'Client id at Google or another OpenID Connect provider. Enables this sign-in method; register `…/login/google/callback` and `…/login/google/app` as redirect URIs at the provider.',
  }),
  KAIWA_GOOGLE_CLIENT_SECRET: variable(text.min(1), { secret: true, about: 'Secret of that client.' }),
  KAIWA_GOOGLE_ISSUER: variable(issuer, {
    fallback: 'https://accounts.google.com',
    about:
      'Issuer of the provider, as in its discovery document: `https://`, or `http://` on this machine. The provider must report whether an email address is verified.',
  }),
  KAIWA_GOOGLE_NAME: variable(text.min(1).max(40), {
    fallback: 'Google',
    about: 'Name of the provider on the sign-in page.',
  }),
  KAIWA_STRIPE_SECRET_KEY: variable(text.min(1), {
    secret: true,
    about:
      'Secret or restricted API key of Stripe. Enables payment by card. Without it, payment by invoice works, and local mode uses a stand-in that charges nothing.',
  }),
  KAIWA_STRIPE_WEBHOOK_SECRET: variable(text.min(1), {
    secret: true,
    about: 'Signing secret (`whsec_…`) of the webhook endpoint `…/api/payment/webhook` at Stripe.',
  }),
  KAIWA_STRIPE_PORTAL: variable(text.min(1), {
    about: 'Id (`bpc_…`) of a customer portal configuration at Stripe. Default: the one set in its dashboard.',
  }),
  KAIWA_STRIPE_URL: variable(issuer, {
    fallback: 'https://api.stripe.com',
    about: 'URL of the API of Stripe: `https://`, or `http://` on this machine.',
  }),
  KAIWA_HUBSPOT_CLIENT_ID: variable(text.min(1), {
    about:
      'Client id of an app at HubSpot. Enables the connection to a CRM; without it, local mode uses a stand-in portal. Its redirect URL is `…/hubspot/callback`.',
  }),
  KAIWA_HUBSPOT_CLIENT_SECRET: variable(text.min(1), { secret: true, about: 'Client secret of that app.' }),
  KAIWA_HUBSPOT_API_URL: variable(issuer, {
    fallback: 'https://api.hubapi.com',
    about: 'URL of the API of HubSpot: `https://`, or `http://` on this machine.',
  }),
  KAIWA_HUBSPOT_APP_URL: variable(issuer, {
    fallback: 'https://app.hubspot.com',
    about: 'URL of the pages of HubSpot: where an owner agrees to the connection, and of links to deals.',
  }),
  KAIWA_MODELS: variable(text, { about: 'Folder of speech models. Default: `models` in the data folder.' }),
  KAIWA_MODEL_DOWNLOAD: variable(flag, {
    fallback: 'on',
    about: '`off` disables the download of speech models.',
  }),
  KAIWA_SPEECH_URL: variable(address, {
    about: 'URL of an OpenAI-compatible speech server, e.g. `http://gpu:8000/v1`.',
  }),
  KAIWA_SPEECH_KEY: variable(text, { secret: true, about: 'API key of the speech server.' }),
  KAIWA_SPEECH_MODEL: variable(text, { fallback: 'whisper-1', about: 'Model of the speech server.' }),
  KAIWA_SPEECH_LANGUAGES: variable(list(['ja', 'en']), {
    fallback: 'ja,en',
    about: 'Languages that this model supports, separated by commas: `ja`, `en`.',
  }),
  KAIWA_SPEECH_PROMPT: variable(text.max(900), {
    about:
      'Text that the speech server gets with every segment: names and terms, spelled as they should be written. Models use about its last 200 words.',
  }),
  KAIWA_SPEECH_TEMPERATURE: variable(z.coerce.number().min(0).max(1), {
    about: 'Temperature of the decoding, 0 to 1. Default: that of the speech server.',
  }),
  KAIWA_AI_MODELS: variable(modelMap, {
    about:
      'Models of the assistant and of summaries: `id=provider:name`, separated by commas. Ids: `claude3_haiku`, `claude35_sonnet`, `o3_mini`, `openai_gpt35_turbo`, `openai_gpt4o`. Providers: `openai`, `anthropic`, `compatible`. Without it, the assistant lists passages and sends nothing.',
  }),
  KAIWA_AI_OPENAI_KEY: variable(text.min(1), { secret: true, about: 'API key of OpenAI, for models of `openai`.' }),
  KAIWA_AI_OPENAI_URL: variable(address, {
    fallback: 'https://api.openai.com/v1',
    about: 'URL of the API of OpenAI.',
  }),
  KAIWA_AI_ANTHROPIC_KEY: variable(text.min(1), {
    secret: true,
    about: 'API key of Anthropic, for models of `anthropic`.',
  }),
  KAIWA_AI_ANTHROPIC_URL: variable(address, {
    fallback: 'https://api.anthropic.com/v1',
    about: 'URL of the API of Anthropic.',
  }),
  KAIWA_AI_COMPATIBLE_URL: variable(address, {
    about:
      'URL of an OpenAI-compatible server (Ollama, vLLM, LM Studio), for models of `compatible`, e.g. `http://gpu:11434/v1`.',
  }),
  KAIWA_AI_COMPATIBLE_KEY: variable(text.min(1), { secret: true, about: 'API key of that server, if it needs one.' }),
  KAIWA_AI_CONTEXT_TOKENS: variable(z.coerce.number().int().min(2_000).max(2_000_000), {
    fallback: '64000',
    about:
      'Tokens that one request to a model may have, of the smallest model in use. Longer transcripts are sent in parts.',
  }),
  KAIWA_AI_ANSWER_TOKENS: variable(z.coerce.number().int().min(2_000).max(20_000_000), {
    fallback: '400000',
    about: 'Maximum of tokens that one answer, or one summary, may use in all its requests together.',
  }),
  KAIWA_AI_ANSWER_SECONDS: variable(z.coerce.number().int().min(1).max(3600), {
    fallback: '180',
    about:
      'Maximum seconds for one answer of the assistant, or for each step of a summary. A generation of values for a deal ends after ten times as long.',
  }),
  PUSHER_APP_ID: variable(text.min(1), {
    about:
      "Application id at a hosted Pusher-protocol service with user authentication. Without it, browsers connect to the program's own endpoint.",
  }),
  PUSHER_KEY: variable(text.min(1), { about: 'Application key of the service.' }),
  PUSHER_SECRET: variable(text.min(1), { secret: true, about: 'Application secret of the service.' }),
  PUSHER_URL: variable(address, {
    about: "URL of the service's HTTP API, e.g. `https://api-ap3.pusher.com`.",
  }),
  PUSHER_CLUSTER: variable(text, {
    about: 'Cluster that browsers connect to, for services with clusters. Set either this or `PUSHER_CLIENT_URL`.',
  }),
  PUSHER_CLIENT_URL: variable(address, { about: 'URL that browsers connect to, for services without clusters.' }),
} as const satisfies Record<string, Variable>
