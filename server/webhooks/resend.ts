export const resendFor = async (..._: any[]) => {}
