import type { ja } from './texts.ja.ts'

export const en: typeof ja = {
  title: 'Cooperation',
  hubspot: 'HubSpot',
  about: 'Update HubSpot deals based on conversation content.',
  trial: 'Trial HubSpot',
  trialAbout: 'A stand-in takes the place of HubSpot. No data leaves this installation.',
  status: { connected: 'Connected', disconnected: 'Disconnected' },
  notSet: 'The access to HubSpot is not set up.',
  notSetHow: 'HubSpot can be connected after the administrator of the server has set these variables.',
  docs: 'Read how to set it up',
  connect: 'Connect to Hubspot',
  reconnect: 'Connect to Hubspot again',
  connecting: 'Connecting to HubSpot...',
  portal: 'Account',
  portalId: 'Account ID: {id}',
  since: 'Connected on',
  by: 'Connected by',
  somebody: 'a former user',
  problems: {
    revoked:
      'HubSpot no longer gives Kaiwa access. The app may have been removed in HubSpot, or its rights were withdrawn.',
    scopes: 'HubSpot no longer grants all the rights that Kaiwa needs.',
  },
  problemNext: 'Connect again to continue with the registered deals and the history of updates.',
  disconnect: 'Disconnect',
  disconnectTitle: 'Disconnect from HubSpot?',
  disconnectText:
    'Deals can no longer be updated from files. Registered deals and the history of updates are kept, and you can continue with them after connecting again.',
  connected: 'Hubspot is connected successfully',
  disconnected: 'Hubspot is disconnected successfully',
  disconnectFailed: 'We could not disconnect to hubspot. Please try again',
  codeRefused: 'This connection has expired or was used already. Please connect again.',
  scopesMissing:
    'HubSpot was not connected, because not all rights were granted. Please connect again and grant all of them.',
  unavailable: 'HubSpot does not respond. Please try again in a while.',
  callback: {
    title: 'Connection to HubSpot',
    working: 'Returning from HubSpot...',
    denied: 'HubSpot was not connected, because access was not allowed.',
    failed: 'The connection to HubSpot could not be completed.',
    toPage: 'Back to the Cooperation page',
    app: 'The connection is completed in the app.',
  },
}
