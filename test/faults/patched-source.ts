import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A text of a source file and what stands in its place in the copy. */
export interface Patch {
  file: string
  from: string
  to: string
}

export const sourceRoot = join(import.meta.dirname, '../..')

/**
 * A copy of the program's source in `place`, with changes: a planted fault, or a place where the process kills itself. The
 * original has no switch for either.
 * @throws Error when a text is not in its file exactly once: the program has changed, and its patch must follow.
 */
export async function patchedSource(place: string, patches: readonly Patch[]): Promise<string> {
  const copy = await mkdtemp(join(place, 'patched-'))
  for (const room of ['server', 'contract', 'checkout', 'i18n', 'tools']) {
    await cp(join(sourceRoot, room), join(copy, room), { recursive: true })
  }
  for (const whole of ['node_modules', 'dist']) await symlink(join(sourceRoot, whole), join(copy, whole))
  await cp(join(sourceRoot, 'package.json'), join(copy, 'package.json'))
  await mkdir(join(copy, 'data'))
  for (const patch of patches) await apply(copy, patch)
  return copy
}

async function apply(copy: string, { file, from, to }: Patch): Promise<void> {
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  const places = text.split(from).length - 1
  if (places !== 1) throw new Error(`${file} has ${places} places that read: ${from}`)
  await writeFile(
    path,
    text.replace(from, () => to),
  )
}

/**
 * A place, before or after the text of a source file, where the process kills itself at every `CRASH_EVERY`-th pass
 * when `CRASH_AT` names it. `when` is a condition in the terms of that place.
 */
export function crashPoint(
  name: string,
  place: { file: string; line: string; at: 'before' | 'after'; when?: string },
): Patch {
  const { file, line, at, when = 'true' } = place
  const crash = `
    if (process.env['CRASH_AT'] === '${name}' && ${when} &&
      (globalThis.crashPasses = (globalThis.crashPasses ?? 0) + 1) % Number(process.env['CRASH_EVERY']) === 0)
      process.kill(process.pid, 'SIGKILL')
    `
  return { file, from: line, to: at === 'before' ? `${crash}${line}` : `${line}${crash}` }
}
