import { testOnboarding } from './onboard.ts'

testOnboarding('en')
