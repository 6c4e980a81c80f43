import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContextOptions } from '@playwright/test'
import { foundBrowser } from './browser.ts'

/** What a browser keeps of a signed-in user. */
export type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>

/**
 * A browser without an inspector. Playwright always attaches one, and V8 then computes the position of each `Error`: it
 * reads all code of react-dom again for the few errors that React creates at its start. No user waits for that.
 */
export interface PlainBrowser {
  /**
   * Opens a page in a fresh profile with the CPU slowed down, and returns `seen` once the text `row` has been there for
   * a while.
   * @param watch runs before the page's own code, and fills `seen`.
   */
  visit<Seen>(url: string, visit: { row: string; kept: Kept; slowDown: number; watch: string }): Promise<Seen>
  close(): Promise<void>
}

export async function openPlainBrowser(): Promise<PlainBrowser> {
  const { executablePath, env } = foundBrowser()
  const profile = await mkdtemp(join(tmpdir(), 'countinghouse-bench-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  // The window of Playwright's browsers. In the default one, of 800 px, a list is a phone's rows and not a table.
  flags.push('--window-size=1280,720')
  const child = spawn(executablePath, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`], {
    env,
    stdio: 'ignore',
  })
  const send = await connect(await addressIn(profile))

  async function visit<Seen>(url: string, { row, kept, slowDown, watch }: Parameters<PlainBrowser['visit']>[1]) {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext', {})
    try {
      await send('Storage.setCookies', { browserContextId, cookies: kept.cookies })
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
        url: 'about:blank',
        browserContextId,
      })
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
      await send('Page.enable', {}, sessionId)
      await send('Emulation.setCPUThrottlingRate', { rate: slowDown }, sessionId)
      const source = [restore(kept), watch, tellWhenThere(row)].join('\n')
      await send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId)
      await send('Page.navigate', { url }, sessionId)
      for (const end = performance.now() + visitMs; performance.now() < end; await delay(200)) {
        const { targetInfos } = await send<{ targetInfos: { targetId: string; title: string }[] }>(
          'Target.getTargets',
          {},
        )
        const title = targetInfos.find((target) => target.targetId === targetId)?.title ?? ''
        if (title.startsWith(told)) return JSON.parse(title.slice(told.length)) as Seen
      }
      throw new Error(`${url} did not show '${row}'`)
    } finally {
      await send('Target.disposeBrowserContext', { browserContextId })
    }
  }
  return {
    visit,
    async close() {
      child.kill()
      await once(child, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const visitMs = 30_000
/** How long the page must be idle after the row has appeared. */
const quietMs = 1_500
/** The prefix of the title by which a page reports its measurements: without an inspector a page cannot be queried. */
const told = 'seen '

const restore = ({ origins }: Kept) =>
  origins
    .flatMap(({ origin, localStorage }) =>
      localStorage.map(
        ({ name, value }) =>
          `if (location.origin === ${JSON.stringify(origin)}) localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
      ),
    )
    .join('\n')
const tellWhenThere = (row: string) => `{
  let there = 0
  const timer = setInterval(() => {
    if (!document.body?.innerText.includes(${JSON.stringify(row)})) return
    there ||= performance.now()
    if (performance.now() - there < ${quietMs}) return
    clearInterval(timer)
    document.title = ${JSON.stringify(told)} + JSON.stringify(seen)
  }, 250)
}`

async function addressIn(profile: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (port && path) return `ws://127.0.0.1:${port}${path}`
    await delay(100)
  }
  throw new Error('the browser did not start')
}

type Send = <Result>(method: string, params: object, sessionId?: string) => Promise<Result>

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: object }
    const asked = id === undefined ? undefined : waiting.get(id)
    if (error) asked?.reject(new Error(JSON.stringify(error)))
    else asked?.resolve(result)
  })
  let last = 0
  return <Result>(method: string, params: object, sessionId?: string) => {
    const asked = Promise.withResolvers<unknown>()
    waiting.set(++last, asked)
    socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    return asked.promise as Promise<Result>
  }
}
