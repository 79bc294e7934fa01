// The values of the variables, read from the environment. A wrong value stops the start with a message that names the
// variable.
import type * as z from 'zod'
import { wrongCombination } from './config-combinations.ts'
import { type VariableName, variables } from './config-variables.ts'

export type Values = {
  [N in VariableName]: (typeof variables)[N] extends { fallback: string }
    ? z.output<(typeof variables)[N]['schema']>
    : z.output<(typeof variables)[N]['schema']> | undefined
}

/** The start fails; the message is a sentence for the person who started the program. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** An empty variable counts as missing, because compose files often leave variables empty. */
export function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return environment[name]?.trim() || undefined
}

/** Reads each variable by its schema. Throws ConfigError. */
export function readValues(environment: NodeJS.ProcessEnv): Values {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, fallback }] of Object.entries<{ schema: z.ZodType; fallback?: string }>(variables)) {
    const given = valueOf(environment, name) ?? fallback
    if (given === undefined) continue
    const result = schema.safeParse(given)
    if (!result.success) {
      const reason = result.error.issues.map((issue) => issue.message).join('; ')
      throw new ConfigError(`${name} is wrong: ${reason}.`)
    }
    values[name] = result.data
  }
  return values as Values
}

/** Throws ConfigError for a variable that has no effect without another one. */
export function checkCombinations(environment: NodeJS.ProcessEnv): void {
  const names = (Object.keys(variables) as VariableName[]).filter((name) => valueOf(environment, name))
  const sentence = wrongCombination(new Set(names))
  if (sentence !== null) throw new ConfigError(sentence)
}
