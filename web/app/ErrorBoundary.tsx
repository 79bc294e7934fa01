import { Component } from 'react'
import type { ReactNode } from 'react'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'

interface Props {
  children: ReactNode
  resetKey: string
}
interface State {
  hasFailed: boolean
  resetKey: string
}

/** Shows the generic error page when a child crashes. A new `resetKey` (the URL) renders the children again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): State | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children
  }
}
