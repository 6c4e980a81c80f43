import { askFirst } from './first-question.ts'

askFirst()
