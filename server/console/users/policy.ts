// Actions of an operator on a user. Pure.
export interface Subject {
  id: number
  isOperator: boolean
  isDisabled: boolean
}

/** Operators are made and removed by a command of the installation, so they are not disabled here; operators cannot disable themselves. */
export function isProtected(operatorId: number, { id, isOperator }: Subject): boolean {
  return isOperator || id === operatorId
}

export function mayDisable(operatorId: number, subject: Subject): boolean {
  return !isProtected(operatorId, subject) && !subject.isDisabled
}

export function mayEnable(operatorId: number, subject: Subject): boolean {
  return !isProtected(operatorId, subject) && subject.isDisabled
}
