import { askFirst } from './session-preload.ts'

askFirst()
