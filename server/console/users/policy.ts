// Actions of an operator on a user. Pure.
export interface Subject {
  id: number
  isOperator: boolean
  isDisabled: boolean
}

export interface Operator {
  id: number
  workspaceId: number | null
}

/** Points are money without a payment: another operator gives them to one's own workspace (decision 165). */
export function mayAddPoints(operator: Operator, workspaceId: number): boolean {
  return operator.workspaceId !== workspaceId
}

/** Operators are made and removed by a command of the installation, so their access is not changed here. The same holds for oneself. */
export function isProtected(operatorId: number, { id, isOperator }: Subject): boolean {
  return isOperator || id === operatorId
}

/** Operators change their own address and password in their profile, with their password. Names are no credentials. */
export function mayChangeCredentials(operatorId: number, subject: Subject): boolean {
  return !isProtected(operatorId, subject)
}

export function mayDisable(operatorId: number, subject: Subject): boolean {
  return !isProtected(operatorId, subject) && !subject.isDisabled
}

export function mayEnable(operatorId: number, subject: Subject): boolean {
  return !isProtected(operatorId, subject) && subject.isDisabled
}
