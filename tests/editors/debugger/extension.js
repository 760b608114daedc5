// Starts debugpy's adapter, as the Python Debugger extension does; the environment says where debugpy is.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('debugpy', {
      createDebugAdapterDescriptor: ({ configuration }) =>
        new vscode.DebugAdapterExecutable(configuration.python, ['-m', 'debugpy.adapter'], { env: { ...process.env, PYTHONPATH: process.env.FUZZWRIGHT_DEBUGPY } }),
    }),
  );
};
