import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { partsOf } from './database.ts'
import { serveQuestions, taskOf } from './process.ts'

/** The API as a separate process. Only the rate limit is lifted, because one session sends all requests. */
const { ownerUrl, trustProxy = [] } = taskOf<{ ownerUrl: string; trustProxy?: string[] }>()
const parts = await partsOf(ownerUrl)
const { app, close } = await createApp({ ...parts, config: { ...parts.config, trustProxy } }, { rateFactor: 1e6 })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
serveQuestions({ url: `http://127.0.0.1:${port}` }, () => null, { atEnd: close })
