import * as messages from '@kaiwa/contract/chat-messages.ts'
import * as contract from '@kaiwa/contract/chats.ts'
import { route } from '../platform/http/route.ts'
import { agreeToProvider, withdrawFromProvider } from './agree-to-provider.ts'
import { cancelChat } from './cancel-chat.ts'
import { createChat, mayAskAboutFolder } from './create-chat.ts'
import { deleteChat } from './delete-chat.ts'
import { getAssistant } from './get-assistant.ts'
import { getChat } from './get-chat.ts'
import { getChatMessage } from './get-chat-message.ts'
import { listChatMessages } from './list-chat-messages.ts'
import { listChatTemplates } from './list-chat-templates.ts'
import { listChats } from './list-chats.ts'
import { mayChangeChat } from './open-chat.ts'
import { reactToChatMessage } from './react-to-chat-message.ts'
import { regenerateChatMessage } from './regenerate-chat-message.ts'
import { renameChat } from './rename-chat.ts'
import { reportChatMessage } from './report-chat-message.ts'
import { sendChatMessage } from './send-chat-message.ts'

export const routes = [
  route(contract.listChatTemplates, listChatTemplates),
  route(contract.getAssistant, getAssistant),
  route(contract.agreeToProvider, agreeToProvider),
  route(contract.withdrawFromProvider, withdrawFromProvider),
  route(contract.listChats, listChats),
  route(contract.createChat, createChat, mayAskAboutFolder),
  route(contract.getChat, getChat),
  route(contract.renameChat, renameChat, mayChangeChat),
  route(contract.deleteChat, deleteChat),
  route(contract.cancelChat, cancelChat),
  route(messages.listChatMessages, listChatMessages),
  route(messages.sendChatMessage, sendChatMessage, mayChangeChat),
  route(messages.getChatMessage, getChatMessage),
  route(messages.regenerateChatMessage, regenerateChatMessage),
  route(messages.reactToChatMessage, reactToChatMessage, mayChangeChat),
  route(messages.reportChatMessage, reportChatMessage),
]
