import { closedLoop, type Looped } from './closed-loop.ts'
import { serveQuestions } from './process.ts'
import { openRaw, type RawConnection } from './raw-http.ts'

/** Documents, requested one after the other by each connection as a shopper's browser does. */
export interface DocumentLoad {
  url: string
  paths: readonly string[]
  connections: number
  seconds: number
}

const browser = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36',
  'accept-language': 'en',
}

serveQuestions<DocumentLoad>(null, async ({ url, paths, ...loop }): Promise<Looped> => {
  const opened = await Promise.all(Array.from({ length: loop.connections }, () => openRaw(url)))
  let turn = 0
  try {
    return await closedLoop(loop, async (connection) => {
      await (opened[connection] as RawConnection).get(paths[turn++ % paths.length] as string, browser)
    })
  } finally {
    for (const connection of opened) connection.close()
  }
})
