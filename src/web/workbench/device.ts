export const canMakeFiles = (): boolean => typeof Worker === 'function';
