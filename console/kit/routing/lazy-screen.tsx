import type { FunctionComponent } from 'react'
import { limits } from '#contract/limits.ts'
import { withTexts, type ExtraArea } from '#console/kit/i18n/i18n.ts'

/** A screen whose code is fetched when it is first opened. */
export interface LazyScreen {
  /** Fetches the code; throws {@link ChunkError} when it does not come within 120 s. May be called again after that. */
  load: () => Promise<void>
  /** The component; usable after `load`. */
  Component: FunctionComponent
}

type FetchScreen = () => Promise<{ default: FunctionComponent }>

/** A screen that may use all texts of the console. */
export const lazyScreen = (fetchCode: FetchScreen, ...extra: ExtraArea[]): LazyScreen =>
  firstScreen(withTexts(fetchCode, ...extra))

/** A screen that needs only the texts of the first load (`console/kit/i18n/first-sections.ts`). */
export function firstScreen(fetchCode: FetchScreen): LazyScreen {
  let loaded: FunctionComponent | null = null
  return {
    load: async () => {
      loaded ??= (await beforeTimeout(fetchCode())).default
    },
    Component: () => {
      if (!loaded) throw new ChunkError('drawn before it was loaded')
      const Screen = loaded
      return <Screen />
    },
  }
}

/** The code of a screen could not be fetched. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

async function beforeTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkError('time-out')), limits.chunkTimeoutMs)
  try {
    return await Promise.race([work, promise])
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('not reachable', { cause })
  } finally {
    clearTimeout(timer)
  }
}
