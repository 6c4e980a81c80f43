import { preloadSession } from './session-preload.ts'

preloadSession()
