import { readFileSync, readdirSync } from 'node:fs'
import { join, matchesGlob, normalize, posix } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** The folder of the project. */
export const projectRoot = join(import.meta.dirname, '..')

/** One stage of the Containerfile: its base image and its instructions, in order. */
export interface Stage {
  base: string
  name: string | null
  steps: Step[]
}
export type Step =
  | { does: 'workdir'; path: string }
  | { does: 'env'; values: Record<string, string> }
  | { does: 'copy'; from: string | null; sources: string[]; to: string }
  | { does: 'run'; command: string }
  | { does: 'user'; uid: number; gid: number }
  | { does: 'healthcheck'; argv: string[] }
  | { does: 'entrypoint'; argv: string[] }
  | { does: 'cmd'; argv: string[] }
  | { does: 'expose'; words: string[] }
  | { does: 'volume'; words: string[] }

/**
 * Parses the Containerfile. Only the forms of instructions that it uses are supported.
 * @throws Error for any other instruction, so that no line of it stays untested.
 */
export function readContainerfile(text = projectFile('Containerfile')): Stage[] {
  const stages: Stage[] = []
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, ' ').split('\n').filter((line) => line.trim() !== '') // prettier-ignore
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? []
    if (word === 'FROM') {
      const [base = '', as, name = null] = rest.split(/ +/)
      if (as !== undefined && as !== 'AS') throw new Error(`not understood: ${line}`)
      stages.push({ base, name, steps: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error('the Containerfile begins without FROM')
    stage.steps.push(stepOf(word, rest))
  }
  return stages
}

function stepOf(word: string, rest: string): Step {
  const words = rest.split(/ +/)
  if (word === 'WORKDIR') return { does: 'workdir', path: rest }
  if (word === 'RUN') return { does: 'run', command: rest }
  if (word === 'EXPOSE') return { does: 'expose', words }
  if (word === 'VOLUME') return { does: 'volume', words }
  if (word === 'ENTRYPOINT' || word === 'CMD')
    return { does: word === 'CMD' ? 'cmd' : 'entrypoint', argv: argvOf(rest) }
  if (word === 'HEALTHCHECK') return { does: 'healthcheck', argv: argvOf(rest.replace(/^(--\S+ +)*CMD +/, '')) }
  if (word === 'ENV') return { does: 'env', values: Object.fromEntries(words.map((each) => each.split('=', 2))) }
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(rest) ?? []
  if (word === 'USER' && uid && gid) return { does: 'user', uid: Number(uid), gid: Number(gid) }
  if (word === 'COPY') {
    const from = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1] ?? null
    const paths = from === null ? words : words.slice(1)
    if (paths.length < 2 || paths.some((path) => path.startsWith('-'))) throw new Error(`not understood: COPY ${rest}`)
    return { does: 'copy', from, sources: paths.slice(0, -1), to: paths.at(-1) ?? '' }
  }
  throw new Error(`not understood: ${word} ${rest}`)
}

/** The exec form: a JSON array. */
const argvOf = (text: string): string[] => z.string().array().min(1).parse(JSON.parse(text))

/** The last of a stage's steps of one kind. */
export function lastOf<Does extends Step['does']>(stage: Stage | undefined, does: Does): Extract<Step, { does: Does }> {
  const found = stage?.steps.findLast((step) => step.does === does)
  if (!found) throw new Error(`the Containerfile has no ${does}`)
  return found as Extract<Step, { does: Does }>
}

/** The build context: the files that .dockerignore does not exclude, as paths from the project's folder. */
export function buildContext(ignore = projectFile('.dockerignore'), folder = projectRoot): string[] {
  const rules = ignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: line.replace(/^!/, '') }))
  // The last rule that matches a file or a folder around it decides.
  const isKept = (file: string) => {
    const parts = file.split('/')
    const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
    return rules.findLast(({ pattern }) => above.some((path) => matchesGlob(path, pattern)))?.keeps ?? true
  }
  const tops = new Set(rules.filter(({ keeps }) => keeps).map(({ pattern }) => pattern.split('/')[0] ?? ''))
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => tops.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(folder, entry.name), { recursive: true, withFileTypes: true })
            .filter((below) => below.isFile())
            .map((below) => posix.relative(folder, join(below.parentPath, below.name)))
        : [entry.name],
    )
    .filter(isKept)
}

/** The files of the context that a COPY instruction takes, each with its destination relative to WORKDIR. */
export function copied(step: Extract<Step, { does: 'copy' }>, context: string[]): { file: string; to: string }[] {
  return step.sources.flatMap((source) =>
    context.flatMap((file) => {
      if (file === source) return [{ file, to: step.to.endsWith('/') ? normalize(`${step.to}${source}`) : step.to }]
      return file.startsWith(`${source}/`)
        ? [{ file, to: normalize(`${step.to}/${file.slice(source.length + 1)}`) }]
        : []
    }),
  )
}

const service = z.object({
  environment: z.record(z.string(), z.string()),
  command: z.string().array().optional(),
  secrets: z.object({ source: z.string(), target: z.string() }).array().optional(),
})
const compose = z.object({
  services: z.object({ api: service, worker: service, database: service.partial() }),
  configs: z.object({ owner: z.object({ content: z.string() }) }),
})

/** compose.yaml, with values in place of `${NAME:?}`. */
export function readCompose(values: Record<string, string>): z.infer<typeof compose> {
  const text = projectFile('compose.yaml').replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`compose.yaml needs ${name}`)
    return values[name]
  })
  return compose.parse(parse(text, { merge: true }))
}

export const projectFile = (name: string): string => readFileSync(join(projectRoot, name), 'utf8')
