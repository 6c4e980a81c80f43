import { readFileSync } from 'node:fs'
import fontoxpath from 'fontoxpath'
import { parseXmlDocument, type Document, type Element, type Node } from 'slimdom'

const { evaluateXPathToBoolean, evaluateXPathToNodes } = fontoxpath

/** The rules of a standard in Schematron, for tests. */
export interface OfficialRules {
  /** The rules that a document breaks; of those in `only`, where it is given. */
  broken(xml: string | Node, only?: string): Set<string>
}

interface Rule {
  context: string
  asserts: { id: string; test: string }[]
}

/** Reads preprocessed Schematron: patterns of rules, without variables and functions. */
export function officialRules(path: string): OfficialRules {
  const schema = parseXmlDocument(readFileSync(path, 'utf8'))
  const all = (name: string, from: Document | Element = schema) =>
    evaluateXPathToNodes(`.//*[local-name() = '${name}']`, from) as unknown as Element[]
  const prefixes = new Map(all('ns').map((ns) => [ns.getAttribute('prefix'), ns.getAttribute('uri')]))
  const namespaceResolver = (prefix: string) => prefixes.get(prefix) ?? null
  const patterns = all('pattern').map((pattern) =>
    all('rule', pattern).map((rule): Rule => ({
      context: anywhere(rule.getAttribute('context') ?? ''),
      asserts: all('assert', rule)
        .filter((assert) => assert.getAttribute('flag') === 'fatal')
        .map((assert) => ({ id: assert.getAttribute('id') ?? '', test: assert.getAttribute('test') ?? '' })),
    })),
  )
  return {
    broken(xml, only) {
      const document = typeof xml === 'string' ? parseXmlDocument(xml) : xml
      const broken = new Set<string>()
      for (const rules of patterns) {
        // Of the rules of a pattern the first that fits a node counts.
        const seen = new Set<Node>()
        for (const { context, asserts } of rules) {
          const fitting = evaluateXPathToNodes(context, document, null, null, {
            namespaceResolver,
          }) as unknown as Node[]
          for (const node of fitting) {
            if (seen.has(node)) continue
            seen.add(node)
            for (const { id, test } of asserts) {
              if (broken.has(id) || (only !== undefined && id !== only)) continue
              if (!evaluateXPathToBoolean(test, node, null, null, { namespaceResolver })) broken.add(id)
            }
          }
        }
      }
      return broken
    },
  }
}

/** A context is a pattern that fits nodes anywhere. */
function anywhere(context: string): string {
  let depth = 0
  let quoted = ''
  const parts = ['']
  for (const mark of context) {
    if (quoted) quoted = mark === quoted ? '' : quoted
    else if (mark === "'" || mark === '"') quoted = mark
    else if ('[('.includes(mark)) depth += 1
    else if ('])'.includes(mark)) depth -= 1
    if (mark === '|' && depth === 0 && !quoted) parts.push('')
    else parts[parts.length - 1] += mark
  }
  return parts.map((part) => (part.trim().startsWith('/') ? part.trim() : `//${part.trim()}`)).join(' | ')
}
