import type { OpenApi, Operation } from '#console/kit/api/open-api.ts'
import { folded, wordsIn } from '#console/kit/i18n/search-words.ts'
import { bodySchemaOf } from './curl.ts'
import { fieldsOf } from './fields-of.ts'

/** A call with its texts to search in, each of which contains the one before. */
interface Indexed {
  operation: Operation
  /** The name in words and in code, verb and path. */
  name: string
  /** The name and the description. */
  about: string
  /** These, the domain, and the names and descriptions of what the call takes. */
  all: string
}

/** Finds calls by words, best first. The index is made by the first search. */
export function callFinder({ operations }: OpenApi): (search: string) => readonly Operation[] {
  let index: Indexed[] | undefined
  return (search) => {
    const words = wordsIn(search)
    if (words.length === 0) return operations
    index ??= operations.map(indexed)
    const has = (text: string) => words.every((word) => text.includes(word))
    // The calls of a shop's server come before others that are found as well.
    const rank = ({ operation, name, about }: Indexed) =>
      (has(name) ? 0 : has(about) ? 2 : 4) + (operation['x-server'] ? 0 : 1)
    return index
      .filter(({ all }) => has(all))
      .toSorted((one, other) => rank(one) - rank(other))
      .map(({ operation }) => operation)
  }
}

function indexed(operation: Operation): Indexed {
  const { operationId, summary, method, path, tags, parameters } = operation
  const body = bodySchemaOf(operation, 'application/json') ?? bodySchemaOf(operation, 'multipart/form-data')
  const taken = [
    ...parameters.map(({ name, description = '' }) => `${name} ${description}`),
    ...fieldsOf(body ?? {}).map(({ name, schema }) => `${name} ${schema.description ?? ''}`),
  ]
  const name = folded(`${summary} ${operationId} ${method} ${path}`)
  const about = `${name} ${folded(aboutOf(operation).join(' '))}`
  return { operation, name, about, all: `${about} ${folded(`${tags.join(' ')} ${taken.join(' ')}`)}` }
}

/** What a call does, in paragraphs, without the last one, which says who may make it. */
export const aboutOf = ({ description }: Operation): string[] => description.split('\n\n').slice(0, -1)

/** Who may make a call, and how. */
export const accessOf = ({ description }: Operation): string => description.split('\n\n').at(-1) ?? ''
